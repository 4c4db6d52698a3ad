/** Play, pause, rate and steps of the virtual clock. */
import { ActionIcon, Button, NativeSelect, Text, VisuallyHidden } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { type AdvanceStep, advanceClock, type ClockModeChange, useClock } from '../../api/clock-api.ts';
import { keysOf } from '../../components/commands/key-caps.tsx';
import { nothingPending } from '../../components/feedback/nothing-pending.ts';
import { StopAdvanceButton } from '../../components/feedback/stop-advance-button.tsx';
import { useAction } from '../../components/feedback/use-action.ts';
import { useClockChange } from '../../components/feedback/use-clock-change.ts';
import { type LongAdvance, useLongAdvance } from '../../components/feedback/use-long-advance.ts';
import { isRunning } from '../../components/format/virtual-now.ts';
import { Hint } from '../../components/layout/hint.tsx';
import { useIsLost } from '../../state/connection-store.ts';
import classes from './app-shell.module.css';

const RATES = [1, 10, 60, 600, 3600];

export function ClockControls() {
  const clock = useClock().data;
  const isLost = useIsLost();
  const change = useClockChange();
  if (clock === undefined) return null;
  const { mode, rate, status } = clock;
  const running = isRunning(clock);
  const playLabel = running ? 'Pause the virtual clock' : 'Start the virtual clock';
  const Icon = running ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  const rates = mode === 'realtime' && !RATES.includes(rate) ? [...RATES, rate] : RATES;
  return (
    <fieldset className={classes.clockControls} disabled={isLost}>
      <legend className={VisuallyHidden.classes.root}>Virtual clock</legend>
      <Hint label={`${playLabel}${keysOf('play').hint}`}>
        <ActionIcon
          variant="default"
          aria-label={playLabel}
          onClick={() => change.mutate(running ? { paused: true } : { mode: 'realtime', paused: false })}
        >
          <Icon size={14} />
        </ActionIcon>
      </Hint>
      <NativeSelect
        aria-label="Mode and rate of the virtual clock"
        w={92}
        value={mode === 'realtime' ? String(rate) : mode}
        onChange={(event) => change.mutate(changeFor(event.currentTarget.value))}
        data={[...rates.map((each) => ({ value: String(each), label: `${each}×` })), 'manual', 'instant']}
      />
      <AdvanceButtons isAdvancing={status === 'advancing'} />
    </fieldset>
  );
}

function changeFor(value: string): ClockModeChange {
  if (value === 'manual' || value === 'instant') return { mode: value };
  return { mode: 'realtime', rate: Number(value) };
}

interface StepButton {
  readonly label: string;
  readonly what: string;
  readonly step: AdvanceStep;
  /** The command with the same action, for its keys. */
  readonly command?: string;
}

const DUE = 'to whatever is due next: a fill, a report or a retry';
const OPENING = 'to the next exchange opening';
const STEPS: readonly (readonly StepButton[])[] = [
  [
    { label: '+1 min', what: 'by one minute', step: { by: '1m' } },
    { label: '+5 min', what: 'by five minutes', step: { by: '5m' } },
    { label: '+1 h', what: 'by one hour', step: { by: '1h' } },
    { label: '+1 d', what: 'by one day', step: { by: '1d' } },
  ],
  [
    { label: '→ next', what: DUE, step: { until: 'next_event' }, command: 'next-event' },
    { label: '→ open', what: OPENING, step: { until: 'next_open' }, command: 'next-open' },
  ],
];

/** The steps keep their space, so that nothing moves. */
const HIDDEN = { visibility: 'hidden' } as const;

/** Advances by a duration, or to the next event; during a long advance, its progress is shown in their place. */
function AdvanceButtons({ isAdvancing }: { readonly isAdvancing: boolean }) {
  const advance = useAction({ doing: 'Advancing the clock', run: advanceClock, refused: nothingPending });
  const long = useLongAdvance();
  const busy = isAdvancing || advance.isPending;
  return (
    <div className={classes.clockSteps}>
      <div className={classes.clockControls} style={long === null ? undefined : HIDDEN}>
        {STEPS.map((group) => (
          <Button.Group key={group[0]?.label}>
            {group.map(({ label, what, step, command = '' }) => (
              <Hint key={label} label={`Advance the virtual clock ${what}${keysOf(command).hint}`} maw={280}>
                <Button
                  variant="default"
                  className={classes.clockStep}
                  disabled={busy}
                  onClick={() => advance.mutate(step)}
                >
                  {label}
                </Button>
              </Hint>
            ))}
          </Button.Group>
        ))}
      </div>
      {long !== null && <AdvanceProgress advance={long} />}
    </div>
  );
}

/** The progress of a long advance of the clock, in place of the step buttons, which are disabled meanwhile. */
function AdvanceProgress({ advance: { goal, reached, share } }: { readonly advance: LongAdvance }) {
  return (
    <div className={classes.advance}>
      <Hint label={`Advancing ${goal}: now at ${reached}`} maw={280}>
        <div className={classes.advanceFacts} role="status">
          <Text truncate>
            <VisuallyHidden>Advancing </VisuallyHidden>
            {goal}
          </Text>
          <progress aria-label="Progress of the advance" {...(share === null ? {} : { value: share, max: 1 })} />
          <Text truncate>{reached}</Text>
        </div>
      </Hint>
      <StopAdvanceButton>Stop</StopAdvanceButton>
    </div>
  );
}
