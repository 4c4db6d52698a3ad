/** Play, pause, rate and steps of the virtual clock. */
import { ActionIcon, Button, Group, NativeSelect, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import type { ClockWire } from '../../../src-server/contract/control/world/clock.ts';
import type { ClockModeChange } from '../../api/clock-api.ts';
import { type AdvanceStep, advanceClock, useClock } from '../../api/clock-api.ts';
import { keysOf } from '../../components/commands/key-caps.tsx';
import { nothingPending } from '../../components/feedback/nothing-pending.ts';
import { useAction } from '../../components/feedback/use-action.ts';
import { useClockChange } from '../../components/feedback/use-clock-change.ts';
import { isRunning } from '../../components/format/virtual-now.ts';
import classes from './app-shell.module.css';

const RATES = [1, 10, 60, 600, 3600];

export function ClockControls() {
  const clock = useClock().data;
  const change = useClockChange();
  if (clock === undefined) return null;
  const running = isRunning(clock);
  const playLabel = running ? 'Pause the virtual clock' : 'Let the virtual clock run';
  return (
    <Group component="fieldset" gap={4} wrap="nowrap" flex="none">
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
    </Group>
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

interface StepButton {
  readonly label: string;
  readonly what: string;
  readonly step: AdvanceStep;
  /** The command that does the same by keys. */
  readonly command?: string;
}

const BY_LENGTH: readonly StepButton[] = [
  { label: '+1 m', what: 'by one minute', step: { by: '1m' } },
  { label: '+5 m', what: 'by five minutes', step: { by: '5m' } },
  { label: '+1 h', what: 'by one hour', step: { by: '1h' } },
  { label: '+1 d', what: 'by one day', step: { by: '1d' } },
];
const TO_NEXT: readonly StepButton[] = [
  {
    label: '→ event',
    what: 'to whatever is due next: a fill, a report, a retry',
    step: { until: 'next_event' },
    command: 'next-event',
  },
  { label: '→ open', what: 'to the next opening of an exchange', step: { until: 'next_open' }, command: 'next-open' },
];

/** Advances by a length of time, or to what comes next. */
function AdvanceButtons({ isAdvancing }: { readonly isAdvancing: boolean }) {
  const advance = useAction({ doing: 'Advancing the clock', run: advanceClock, refused: nothingPending });
  const busy = isAdvancing || advance.isPending;
  return [BY_LENGTH, TO_NEXT].map((group) => (
    <Button.Group key={group[0]?.label}>
      {group.map(({ label, what, step, command = '' }) => (
        <Tooltip key={label} label={`Advance the virtual clock ${what}${keysOf(command).hint}`} maw={280}>
          <Button variant="default" className={classes.clockStep} disabled={busy} onClick={() => advance.mutate(step)}>
            {label}
          </Button>
        </Tooltip>
      ))}
    </Button.Group>
  ));
}
