/** The form that advances the virtual clock to a date and a time, or to one of the goals that are wanted often. */
import { Button, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { advanceClock, useClock } from '../../api/clock-api.ts';
import { useExchanges } from '../../api/market-api.ts';
import { useAction } from '../../components/feedback/use-action.ts';
import { useVirtualNow } from '../../components/format/virtual-now.ts';
import { useEscape } from '../../components/layout/use-escape.ts';
import '../../components/forms/form-errors.css';
import { firstGoal, formatGoal, goalFault, goalMs, goalPresets } from './advance-goal.ts';
import classes from './app-shell.module.css';

export function AdvanceTo({ onClose }: { readonly onClose: () => void }) {
  const nowMs = useVirtualNow() ?? 0;
  const isAdvancing = useClock().data?.status === 'advancing';
  const exchanges = useExchanges().data?.exchanges ?? [];
  const [text, setText] = useState(() => firstGoal(nowMs));
  const [wasSent, setWasSent] = useState(false);
  const advance = useAction({ doing: 'Advancing the clock', run: advanceClock, after: onClose });
  const fault = goalFault(text, nowMs);
  const go = (atMs: number) => advance.mutate({ to: new Date(atMs).toISOString() });
  // Anywhere: the key may come before the focus has arrived in the form.
  useEscape(null, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWasSent(true);
    const atMs = goalMs(text);
    if (fault === null && atMs !== null) go(atMs);
  };
  return (
    <form className={`${classes.advanceTo} form-errors`} onSubmit={submit} noValidate>
      <TextInput
        type="datetime-local"
        step={1}
        data-autofocus
        label="Advance to (virtual UTC)"
        description="All that is due by then happens on the way."
        value={text}
        error={wasSent ? fault : null}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setWasSent(false);
        }}
      />
      <Button type="submit" loading={advance.isPending} disabled={isAdvancing}>
        Advance
      </Button>
      <div className={classes.advanceGoals}>
        {goalPresets(nowMs, exchanges).map(({ label, atMs }) => (
          <Button
            key={label}
            size="compact-sm"
            variant="default"
            justify="space-between"
            disabled={isAdvancing || advance.isPending}
            rightSection={<span className={classes.advanceGoalAt}>{formatGoal(atMs)}</span>}
            onClick={() => go(atMs)}
          >
            {label}
          </Button>
        ))}
      </div>
      {isAdvancing && (
        <Text span c="dimmed">
          An advance is under way. Stop it first, or wait for its end.
        </Text>
      )}
    </form>
  );
}
