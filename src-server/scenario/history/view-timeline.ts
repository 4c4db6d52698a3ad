/** A timeline of a world: the kinds of events in each of its equal columns, by virtual time or by sequence. */
import { MAX_REPORTED_FAILURES, type TimelineWire } from '../../contract/control/world/history.ts';
import { TIMELINE_KINDS } from '../../domain/events/event-choices.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import type { StepResult } from '../run/play-outcome.ts';
import type { HistoryIndex } from './world-history.ts';

interface TimelineTerms {
  readonly columns: number;
  readonly over: 'time' | 'events';
}

export function viewTimeline(
  { kinds, instantsMs, failures }: HistoryIndex,
  { columns, over }: TimelineTerms,
  steps: readonly StepResult[],
): TimelineWire {
  const [fromMs, toMs] = [instantsMs[0] ?? 0, instantsMs.at(-1) ?? 0];
  const placeOf = (index: number) =>
    over === 'events'
      ? index / Math.max(1, instantsMs.length - 1)
      : ((instantsMs[index] as number) - fromMs) / Math.max(1, toMs - fromMs);
  const counts = TIMELINE_KINDS.map(() => new Uint32Array(columns));
  const until = new Array<number>(columns).fill(0);
  for (const [index, kind] of kinds.entries()) {
    const column = Math.min(columns - 1, Math.floor(placeOf(index) * columns));
    const counted = counts[kind] as Uint32Array;
    counted[column] = (counted[column] ?? 0) + 1;
    until[column] = index + 1;
  }
  for (let column = 1; column < columns; column += 1) until[column] ||= until[column - 1] ?? 0;
  return {
    events: kinds.length,
    from: formatInstant(fromMs),
    to: formatInstant(toMs),
    columns,
    over,
    until,
    marks: TIMELINE_KINDS.map((kind, index) => marksOf(kind, counts[index] as Uint32Array)),
    failures: failures.slice(0, MAX_REPORTED_FAILURES),
    steps: steps.map(({ index, title, at, eventsBefore, failures: why }) => {
      return { index, title, at, events_before: eventsBefore, failed: why.length > 0 };
    }),
  };
}

function marksOf(kind: TimelineWire['marks'][number]['kind'], counts: Uint32Array): TimelineWire['marks'][number] {
  const columns = [...counts.keys()].filter((column) => (counts[column] ?? 0) > 0);
  return { kind, columns, counts: columns.map((column) => counts[column] ?? 0) };
}
