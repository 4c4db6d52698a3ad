/** The readout of the virtual clock, and the way to a date. Redraws alone, so that a ticking second costs nothing else. */
import { Popover, Tooltip } from '@mantine/core';
import { IconCalendarTime } from '@tabler/icons-react';
import { keysOf } from '../../components/commands/key-caps.tsx';
import { formatEpoch, weekday } from '../../components/format/format-time.ts';
import { useVirtualNow } from '../../components/format/virtual-now.ts';
import { useOverlay } from '../../state/overlay-store.ts';
import { AdvanceTo } from './advance-to.tsx';

export function VirtualClock() {
  const now = useVirtualNow();
  const { open, show, close } = useOverlay();
  const isOpen = open === 'advance-to';
  if (now === null) return <div className="clock-readout muted">clock …</div>;
  return (
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
        <div className="clock-anchor">
          <ClockButton now={now} isOpen={isOpen} onClick={() => (isOpen ? close() : show('advance-to'))} />
        </div>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Advance to a date and time">
        {isOpen && <AdvanceTo onClose={close} />}
      </Popover.Dropdown>
    </Popover>
  );
}

interface ClockButtonProps {
  readonly now: number;
  readonly isOpen: boolean;
  readonly onClick: () => void;
}

function ClockButton({ now, isOpen, onClick }: ClockButtonProps) {
  return (
    <Tooltip
      label={`Virtual time of the simulated world: prices, fills, sessions and retries follow it. Press to advance to a date${keysOf('advance-to').hint}.`}
      maw={280}
      disabled={isOpen}
    >
      <button type="button" className="clock-readout" aria-haspopup="dialog" aria-expanded={isOpen} onClick={onClick}>
        <span className="clock-label">virtual</span>
        <span className="nowrap">
          <time dateTime={new Date(now).toISOString()}>{formatEpoch(now)}</time>{' '}
          <span className="muted">UTC · {weekday(now)}</span>
        </span>
        <IconCalendarTime size={14} className="clock-icon" aria-hidden />
        <span className="sr-only">, advance to a date and time</span>
      </button>
    </Tooltip>
  );
}
