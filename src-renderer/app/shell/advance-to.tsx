/** The form that advances the virtual clock to a date and a time, or to a goal that is often wanted. */
import { Box, Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ExchangeView } from '../../../src-server/contract/control/market/exchange-control.ts';
import { advanceClock, useClock } from '../../api/clock-api.ts';
import { useExchanges } from '../../api/market-api.ts';
import { useAction } from '../../components/feedback/use-action.ts';
import { formatEpoch, formatInstant } from '../../components/format/format-time.ts';
import { useVirtualNow } from '../../components/format/virtual-now.ts';
import { useEscape } from '../../components/layout/use-escape.ts';
import classes from './app-shell.module.css';

export function AdvanceTo({ onClose }: { readonly onClose: () => void }) {
  const nowMs = useVirtualNow() ?? 0;
  const isAdvancing = useClock().data?.status === 'advancing';
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
    <form className={classes.advanceTo} onSubmit={submit} noValidate>
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
      <GoalButtons nowMs={nowMs} isDisabled={isAdvancing || advance.isPending} onChoose={go} />
      {isAdvancing && (
        <Text span c="dimmed">
          An advance is under way. Stop it first, or wait for its end.
        </Text>
      )}
    </form>
  );
}

interface GoalButtonsProps {
  readonly nowMs: number;
  readonly isDisabled: boolean;
  readonly onChoose: (atMs: number) => void;
}

function GoalButtons({ nowMs, isDisabled, onChoose }: GoalButtonsProps) {
  const exchanges = useExchanges().data?.exchanges ?? [];
  return (
    <Stack gap={4} pt="sm" className={classes.advanceGoals}>
      {goalPresets(nowMs, exchanges).map(({ label, atMs }) => (
        <Button
          key={label}
          size="compact-sm"
          variant="default"
          justify="space-between"
          disabled={isDisabled}
          rightSection={
            <Box component="span" c="dimmed" fw={400}>
              {formatGoal(atMs)}
            </Box>
          }
          onClick={() => onChoose(atMs)}
        >
          {label}
        </Button>
      ))}
    </Stack>
  );
}

/** Virtual time ends with the century. */
const LATEST_MS = Date.UTC(2100, 0, 1) - 1;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface GoalPreset {
  readonly label: string;
  readonly atMs: number;
}

/** The instant of a field of type `datetime-local`, taken as UTC; null where it is empty or unfinished. */
function goalMs(text: string): number | null {
  const atMs = Date.parse(`${text}Z`);
  return Number.isNaN(atMs) ? null : atMs;
}

/** Why the clock cannot go there, as a sentence; null where it can. */
function goalFault(text: string, nowMs: number): string | null {
  const atMs = goalMs(text);
  if (atMs === null) return 'Say a date and a time.';
  if (atMs > LATEST_MS) return 'Virtual time ends with the year 2099.';
  if (atMs > nowMs) return null;
  return `That is in the past: it is ${formatEpoch(nowMs)} UTC already, and virtual time only moves forward.`;
}

/** The next full hour, as the field holds it. */
function firstGoal(nowMs: number): string {
  return fieldText((Math.floor(nowMs / HOUR_MS) + 1) * HOUR_MS);
}

/** `2026-03-02T10:00:00` */
function fieldText(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 19);
}

/** Goals that one often wants, nearest first. */
function goalPresets(nowMs: number, exchanges: readonly ExchangeView[]): GoalPreset[] {
  const now = new Date(nowMs);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const closes = exchanges.map((exchange) => Date.parse(exchange.next_close_at)).filter((atMs) => atMs > nowMs);
  const presets = [
    { label: 'Next close', atMs: Math.min(...closes) },
    { label: 'Last close', atMs: lastOfDay(closes) },
    { label: 'Midnight', atMs: (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS },
    { label: 'In a week', atMs: nowMs + 7 * DAY_MS },
    { label: 'Next month', atMs: Date.UTC(year, month + 1, 1) },
    { label: 'Next year', atMs: Date.UTC(year + 1, 0, 1) },
  ];
  return presets.filter(({ atMs }) => Number.isFinite(atMs) && atMs <= LATEST_MS).sort((a, b) => a.atMs - b.atMs);
}

/** The latest close on the day of the earliest one. */
function lastOfDay(closes: readonly number[]): number {
  const day = Math.floor(Math.min(...closes) / DAY_MS);
  return Math.max(...closes.filter((atMs) => Math.floor(atMs / DAY_MS) === day));
}

/** `2026-03-02 16:30` */
function formatGoal(atMs: number): string {
  return formatInstant(new Date(atMs).toISOString()).slice(0, 16);
}
