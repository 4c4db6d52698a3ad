/** Formats a divergence as text: a heading and indented lines that end with the command that repeats the run. */
import { countOf } from '../../domain/numbers/count-of.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';
import { printable } from '../load/printable.ts';
import { type Divergence, type DivergentSide, findDivergence, type NamedLog } from './divergence.ts';

const MAX_FIELDS = 10;

/** The first event in which two logs differ, as text; `null` if they are equal. */
export function describeDivergence(expected: NamedLog, actual: NamedLog, again: string): string | null {
  const divergence = findDivergence(expected, actual, again);
  return divergence === null ? null : formatDivergence(divergence);
}

/** `cause`: what the run was doing at that event, if known. */
export function formatDivergence(divergence: Divergence, cause: string | null = null): string {
  const { heading, sides, shift, notes, common, ledThere, again } = divergence;
  const details = [
    ...(sides ?? []).map(describeSide),
    ...(shift === null ? [] : [shift]),
    ...describeFields(divergence),
    ...notes,
    ...(cause === null ? [] : [`caused by: ${cause}`]),
    ...ledThere.map((event) => `led there: ${eventLabel(event)}`),
    ...describeCommon(common),
    ...(sides === null ? [] : describeNext(...sides)),
    `again: ${again}`,
  ];
  return [heading, ...details].join('\n  ');
}

/** An event in one line. */
export function eventLabel(event: LoggedEvent): string {
  return `event ${event.seq}, ${whatAndWhen(event)}`;
}

function whatAndWhen({ type, atMs }: LoggedEvent): string {
  return `${printable(type)} at ${formatInstant(atMs)}`;
}

function describeSide({ name, event, length }: DivergentSide): string {
  return `${name}: ${event === null ? `ends after ${countOf(length, 'log entry', 'log entries')}` : whatAndWhen(event)}`;
}

/** One line for each field with both values; at most ten, then the number of the others. */
function describeFields({ fields, names: [expectedName, actualName] }: Divergence): string[] {
  const lines = fields
    .slice(0, MAX_FIELDS)
    .map(
      ({ pointer, expected, actual }) =>
        `${pointer}: ${expectedName} ${expected ?? 'nothing'}, ${actualName} ${actual ?? 'nothing'}`,
    );
  if (fields.length > MAX_FIELDS) lines.push(`and ${fields.length - MAX_FIELDS} more`);
  return lines;
}

/** The next events on each side, or only once if they are equal. */
function describeNext(expected: DivergentSide, actual: DivergentSide): string[] {
  const labels = ({ next }: DivergentSide) => next.map(eventLabel);
  const nextLines = (where: string, side: DivergentSide) => labels(side).map((label) => `next in ${where}: ${label}`);
  if (labels(expected).join() === labels(actual).join()) return nextLines('both', actual);
  return [...nextLines(`the ${expected.name}`, expected), ...nextLines(`the ${actual.name}`, actual)];
}

function describeCommon(common: readonly LoggedEvent[]): string[] {
  const last = common.at(-1);
  if (last === undefined) return ['nothing in common: no event comes before'];
  const earlier = common.slice(0, -1).map((event) => `in common: ${eventLabel(event)}`);
  return [...earlier, `last in common: ${eventLabel(last)}, hash ${last.hash.slice(0, 12)}`];
}
