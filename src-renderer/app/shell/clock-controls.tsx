/** Play, pause, rate and steps of the virtual clock. Each says what it did by the clock itself moving. */
import { ActionIcon, NativeSelect, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import type { ClockWire } from '../../../src-server/contract/control/world/clock.ts';
import type { ClockModeChange } from '../../api/clock-api.ts';
import { useClock } from '../../api/clock-api.ts';
import { keysOf } from '../../components/commands/key-caps.tsx';
import { useClockChange } from '../../components/feedback/use-clock-change.ts';
import { isRunning } from '../../components/format/virtual-now.ts';
import { AdvanceButtons } from './advance-buttons.tsx';
import classes from './app-shell.module.css';

const RATES = [1, 10, 60, 600, 3600];

export function ClockControls() {
  const clock = useClock().data;
  const change = useClockChange();
  if (clock === undefined) return null;
  const running = isRunning(clock);
  const playLabel = running ? 'Pause the virtual clock' : 'Let the virtual clock run';
  return (
    <fieldset className={classes.clockControls} style={{ border: 0, margin: 0, padding: 0 }}>
      <legend className={VisuallyHidden.classes.root}>Virtual clock</legend>
      <Tooltip label={`${playLabel}${keysOf('play').hint}`}>
        <ActionIcon
          variant="default"
          aria-label={playLabel}
          onClick={() => change.mutate(running ? { paused: true } : { mode: 'realtime', paused: false })}
        >
          {running ? <IconPlayerPauseFilled size={14} /> : <IconPlayerPlayFilled size={14} />}
        </ActionIcon>
      </Tooltip>
      <NativeSelect
        aria-label="Mode and rate of the virtual clock"
        w={92}
        value={selected(clock)}
        onChange={(event) => change.mutate(changeFor(event.currentTarget.value))}
        data={options(clock)}
      />
      <AdvanceButtons isAdvancing={clock.status === 'advancing'} />
    </fieldset>
  );
}

function selected(clock: ClockWire): string {
  return clock.mode === 'realtime' ? String(clock.rate) : clock.mode;
}

function changeFor(value: string): ClockModeChange {
  if (value === 'manual' || value === 'instant') return { mode: value };
  return { mode: 'realtime', rate: Number(value) };
}

function options(clock: ClockWire): { value: string; label: string }[] {
  const rates = clock.mode === 'realtime' && !RATES.includes(clock.rate) ? [...RATES, clock.rate] : RATES;
  return [
    ...rates.map((rate) => ({ value: String(rate), label: `${rate}×` })),
    { value: 'manual', label: 'manual' },
    { value: 'instant', label: 'instant' },
  ];
}
