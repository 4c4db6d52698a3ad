/** The form that advances the virtual clock to a date and a time, or to a common goal, and rewinds the world. */
import { Button, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { advanceClock, useClock } from '../../api/clock-api.ts';
import { useExchanges } from '../../api/market-api.ts';
import { useAction } from '../../components/feedback/use-action.ts';
import { formatEpoch } from '../../components/format/format-time.ts';
import { useVirtualNow } from '../../components/format/virtual-now.ts';
import { InstantInput } from '../../components/forms/instant-input.tsx';
import { whenReleased } from '../../components/forms/unread-field.ts';
import { instantFault, instantText, isPast, toInstant } from '../../components/forms/virtual-instant.ts';
import { Dimmed } from '../../components/layout/dimmed.tsx';
import { useEscape } from '../../components/layout/use-escape.ts';
import { useIsLost } from '../../state/connection-store.ts';
import classes from './app-shell.module.css';
import type { UndoLevel } from './undo-levels.ts';
import { UndoTime } from './undo-time.tsx';

interface AdvanceToProps {
  readonly onClose: () => void;
  /** Called to rewind the world. */
  readonly onTakeBack: (level: UndoLevel) => void;
}

export function AdvanceTo({ onClose, onTakeBack }: AdvanceToProps) {
  const nowMs = useVirtualNow() ?? 0;
  const exchanges = useExchanges().data?.exchanges ?? [];
  const closes = exchanges.map((exchange) => Date.parse(exchange.next_close_at)).filter((atMs) => atMs > nowMs);
  const isLost = useIsLost();
  const isAdvancing = useClock().data?.status === 'advancing';
  const [text, setText] = useState(() => instantText(nextOf(HOUR_MS, nowMs)).slice(0, 16));
  // As it was when the field was left or sent: a goal is no fault because the clock reaches it.
  const [shown, setShown] = useState<string | null>(null);
  const advance = useAction({ doing: 'Advancing the clock', run: advanceClock, after: onClose });
  const goalMs = Date.parse(toInstant(text));
  const fault = instantFault(text) ?? goalFault(goalMs, nowMs);
  const go = (atMs: number) => advance.mutate({ to: new Date(atMs).toISOString() });
  // On the whole page: the key may be pressed before the focus has arrived in the form.
  useEscape(null, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setShown(fault);
    if (fault === null) go(goalMs);
  };
  return (
    <form className={classes.advanceTo} onSubmit={submit} noValidate>
      <InstantInput
        data-autofocus
        label="Advance to (virtual UTC)"
        description="For example 2026-03-02 09:30. Everything due by then takes place."
        value={text}
        error={shown}
        onBlur={() => whenReleased(() => setShown(fault))}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setShown(null);
        }}
      />
      <Button type="submit" loading={advance.isPending} disabled={isAdvancing || isLost}>
        Advance
      </Button>
      <Stack gap="xs" pt="sm" className={classes.advanceGoals}>
        {goalPresets(nowMs, closes).map(([label, atMs]) => (
          <Button
            key={label}
            size="compact-sm"
            variant="default"
            justify="space-between"
            disabled={isAdvancing || advance.isPending || isLost}
            rightSection={<Dimmed style={{ fontWeight: 400 }}>{formatEpoch(atMs).slice(0, 16)}</Dimmed>}
            onClick={() => go(atMs)}
          >
            {label}
          </Button>
        ))}
      </Stack>
      {isAdvancing && <Dimmed>An advance is already under way. Stop it, or wait until it ends.</Dimmed>}
      <UndoTime onChoose={onTakeBack} />
    </form>
  );
}

/** Virtual time ends with the century. */
const LATEST_MS = Date.UTC(2100, 0, 1) - 1;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The start of the next hour or day. */
const nextOf = (lengthMs: number, nowMs: number) => (Math.floor(nowMs / lengthMs) + 1) * lengthMs;

/** The reason why the clock cannot advance to the instant, as a sentence; null if it can. */
function goalFault(atMs: number, nowMs: number): string | null {
  if (Number.isNaN(atMs)) return 'Enter a date and a time, such as 2026-03-02 09:30.';
  if (atMs > LATEST_MS) return 'Virtual time ends in 2099. Enter an earlier date.';
  return atMs > nowMs ? null : isPast(nowMs, '. To go back, choose a point under Rewind');
}

/** Common goals, nearest first. `closes` are the next closes of the exchanges. */
function goalPresets(nowMs: number, closes: readonly number[]): (readonly [label: string, atMs: number])[] {
  const now = new Date(nowMs);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const firstClose = Math.min(...closes);
  const presets = [
    ['Next close', firstClose],
    ['Last close', Math.max(...closes.filter((atMs) => atMs < nextOf(DAY_MS, firstClose)))],
    ['Midnight', nextOf(DAY_MS, nowMs)],
    ['+1 week', nowMs + 7 * DAY_MS],
    ['Next month', Date.UTC(year, month + 1, 1)],
    ['Next year', Date.UTC(year + 1, 0, 1)],
  ] as const;
  return presets.filter(([, atMs]) => Number.isFinite(atMs) && atMs <= LATEST_MS).sort(([, a], [, b]) => a - b);
}
