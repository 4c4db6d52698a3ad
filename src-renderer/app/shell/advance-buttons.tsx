/** The steps of the virtual clock in two groups: by a length of time, and to what comes next. */
import { Button, Tooltip } from '@mantine/core';
import { type AdvanceStep, advanceClock } from '../../api/clock-api.ts';
import { keysOf } from '../../components/commands/key-caps.tsx';
import { nothingPending } from '../../components/feedback/nothing-pending.ts';
import { useAction } from '../../components/feedback/use-action.ts';
import classes from './app-shell.module.css';

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

export function AdvanceButtons({ isAdvancing }: { readonly isAdvancing: boolean }) {
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
