/**
 * The display of the virtual clock, and its menu: to a date, and back. Renders alone, so that a ticking second costs
 * nothing else.
 */
import { Box, Popover, Text, VisuallyHidden } from '@mantine/core';
import { IconCalendarTime } from '@tabler/icons-react';
import { useState } from 'react';
import { keysOf } from '../../components/commands/key-caps.tsx';
import { formatEpoch, weekday } from '../../components/format/format-time.ts';
import { useVirtualNow } from '../../components/format/virtual-now.ts';
import { Dimmed } from '../../components/layout/dimmed.tsx';
import { Hint } from '../../components/layout/hint.tsx';
import { useOverlay } from '../../state/overlay-store.ts';
import { AdvanceTo } from './advance-to.tsx';
import classes from './app-shell.module.css';
import type { UndoLevel } from './undo-levels.ts';
import { TakeBackDialog } from './undo-time.tsx';

const WHAT = 'Virtual time of the simulated world: prices, fills, sessions and retries follow it.';

export function VirtualClock() {
  const now = useVirtualNow();
  const { open, show, close } = useOverlay();
  const isOpen = open === 'advance-to';
  const [level, setLevel] = useState<UndoLevel | null>(null);
  if (now === null)
    return (
      <Text component="div" c="dimmed" className={classes.clockReadout} data-clock>
        clock …
      </Text>
    );
  return (
    <>
      <Popover
        opened={isOpen}
        onChange={(opened) => !opened && close()}
        position="bottom-start"
        shadow="md"
        trapFocus
        returnFocus
        withRoles={false}
      >
        <Popover.Target>
          <Box flex="none">
            <Readout now={now} isOpen={isOpen} onPress={() => (isOpen ? close() : show('advance-to'))} />
          </Box>
        </Popover.Target>
        <Popover.Dropdown role="dialog" aria-label="Advance to a date and time, or rewind">
          {isOpen && (
            <AdvanceTo
              onClose={close}
              onTakeBack={(chosen) => {
                close();
                setLevel(chosen);
              }}
            />
          )}
        </Popover.Dropdown>
      </Popover>
      {level !== null && <TakeBackDialog level={level} onClose={() => setLevel(null)} />}
    </>
  );
}

interface ReadoutProps {
  readonly now: number;
  readonly isOpen: boolean;
  readonly onPress: () => void;
}

function Readout({ now, isOpen, onPress }: ReadoutProps) {
  return (
    <Hint
      label={`${WHAT} Press to advance to a date, or to rewind${keysOf('advance-to').hint}.`}
      maw={280}
      disabled={isOpen}
    >
      <button
        type="button"
        className={classes.clockReadout}
        data-clock
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={onPress}
      >
        <span className={classes.clockLabel}>virtual</span>
        <Text span style={{ whiteSpace: 'nowrap' }}>
          <time dateTime={new Date(now).toISOString()}>{formatEpoch(now)}</time> <Dimmed>UTC · {weekday(now)}</Dimmed>
        </Text>
        <IconCalendarTime size={14} className={classes.clockIcon} aria-hidden />
        <VisuallyHidden>, advance to a date and time, or rewind</VisuallyHidden>
      </button>
    </Hint>
  );
}
