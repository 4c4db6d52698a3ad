/** Play, pause, rate and steps of the virtual clock. Each says what it did by the clock itself moving. */
import { ActionIcon, Button, NativeSelect, Tooltip } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import type { ClockWire } from '../../src-server/contract/control.ts';
import { advanceClock, type ClockModeChange, setClockMode } from '../client/control-calls.ts';
import { useClock } from '../client/queries.ts';
import { useAction } from '../shared/use-action.ts';
import { isRunning } from '../shared/virtual-now.ts';

const RATES = [1, 10, 60, 600, 3600];
const STEPS = [
  { by: '1m', label: '+1 m', what: 'one minute' },
  { by: '5m', label: '+5 m', what: 'five minutes' },
  { by: '1h', label: '+1 h', what: 'one hour' },
  { by: '1d', label: '+1 d', what: 'one day' },
];

export function ClockControls() {
  const clock = useClock().data;
  const change = useAction({ doing: 'Changing the clock', run: setClockMode });
  const advance = useAction({ doing: 'Advancing the clock', run: advanceClock });
  if (clock === undefined) return null;
  const running = isRunning(clock);
  const busy = clock.status === 'advancing' || advance.isPending;
  const playLabel = running ? 'Pause the virtual clock' : 'Let the virtual clock run';
  return (
    <fieldset className="clock-controls" style={{ border: 0, margin: 0, padding: 0 }}>
      <legend className="sr-only">Virtual clock</legend>
      <Tooltip label={playLabel}>
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
        w={104}
        value={selected(clock)}
        onChange={(event) => change.mutate(changeFor(event.currentTarget.value))}
        data={options(clock)}
      />
      {STEPS.map((step) => (
        <Tooltip key={step.by} label={`Advance the virtual clock by ${step.what}`}>
          <Button variant="default" px={7} disabled={busy} onClick={() => advance.mutate({ by: step.by })}>
            {step.label}
          </Button>
        </Tooltip>
      ))}
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
