/**
 * Golden logs: the event log of a run as canonical JSON lines next to its scenario, and the divergence of another run.
 */

import { z } from 'zod';
import { jsonIn } from '../../contract/fields/nesting.ts';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { GENESIS_HEAD, type LoggedEvent } from '../../kernel/event-chain.ts';
import { printable } from '../load/printable.ts';
import { type Divergence, findDivergence, lastEvents, writtenEvent } from './divergence.ts';
import { type FieldDifference, fieldDifferences } from './field-differences.ts';

/** The log that is compared with a golden log. */
export interface RunLog {
  readonly seed: number;
  readonly events: readonly LoggedEvent[];
}

/** One line for each event, then one with the fingerprint. */
export function goldenText({ seed, events }: RunLog): string {
  return `${[...events.map(writtenEvent), canonicalJson(fingerprintOf({ seed, events }))].join('\n')}\n`;
}

/**
 * The first event in which a run differs from its golden log; `null` if it does not. `again` is the command that
 * repeats the run. Line ends and blank lines do not count, so that a checkout may change them.
 */
export function compareWithGolden(golden: string, run: RunLog, again: string): Divergence | null {
  if (golden === goldenText(run)) return null;
  const { events, fingerprint, unreadable } = readGolden(golden);
  const goldenLog = { name: GOLDEN, seed: fingerprint?.fingerprint.seed ?? null, events };
  // Only events before an unreadable line can be compared.
  const compared = unreadable === null ? run.events : run.events.slice(0, events.length);
  const divergence = findDivergence(goldenLog, { ...run, name: RUN, events: compared }, again);
  if (divergence !== null) return divergence;
  if (unreadable !== null) {
    const { lineNumber, line } = unreadable;
    const shown = `${printable(line.slice(0, LONGEST_LINE))}${line.length > LONGEST_LINE ? '…' : ''}`;
    const heading = `line ${lineNumber} of the ${GOLDEN} is neither an event nor its end`;
    return withoutEvent(heading, events, again, [], [shown]);
  }
  const fields = fieldDifferences(fingerprint ?? {}, fingerprintOf(run));
  if (fields.length === 0) return null;
  const heading = `${events.length === 1 ? 'the only event agrees' : `all ${events.length} events agree`}, but the fingerprint after them differs`;
  return withoutEvent(heading, events, again, fields, []);
}

function withoutEvent(
  heading: string,
  events: readonly LoggedEvent[],
  again: string,
  fields: readonly FieldDifference[],
  notes: readonly string[],
): Divergence {
  const common = lastEvents(events);
  const none = { seq: null, sides: null, shift: null, ledThere: [] };
  return { ...none, heading, fields, names: [GOLDEN, RUN], notes, common, again };
}

const GOLDEN = 'golden log';
const RUN = 'run';
const LONGEST_LINE = 200;
/** The furthest instant of a JavaScript date, in ms on both sides of 1970. */
const LATEST_MS = 8.64e15;

const eventLine = z.strictObject({
  seq: z.int(),
  at: z.int().min(-LATEST_MS).max(LATEST_MS),
  type: z.string(),
  data: z.record(z.string(), z.json()),
  hash: z.string(),
});

const fingerprintLine = z.strictObject({
  fingerprint: z.strictObject({ seed: z.number(), events: z.number(), head: z.string() }),
});
type FingerprintLine = z.infer<typeof fingerprintLine>;

interface GoldenLog {
  readonly events: readonly LoggedEvent[];
  readonly fingerprint: FingerprintLine | null;
  /** The first line that is neither an event nor the fingerprint after all events. */
  readonly unreadable: { readonly lineNumber: number; readonly line: string } | null;
}

/** The events and the fingerprint of a golden log, up to its first unreadable line. */
export function readGolden(text: string): GoldenLog {
  const events: LoggedEvent[] = [];
  let fingerprint: FingerprintLine | null = null;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const entry: LoggedEvent | FingerprintLine | null = fingerprint === null ? readLine(line) : null;
    if (entry === null) return { events, fingerprint, unreadable: { lineNumber: index + 1, line } };
    if ('fingerprint' in entry) fingerprint = entry;
    else events.push(entry);
  }
  return { events, fingerprint, unreadable: null };
}

function readLine(line: string): LoggedEvent | FingerprintLine | null {
  const value = jsonIn(line);
  const fingerprint = fingerprintLine.safeParse(value);
  if (fingerprint.success) return fingerprint.data;
  const event = eventLine.safeParse(value);
  if (!event.success) return null;
  const { seq, at, type, data, hash } = event.data;
  return { seq, atMs: at, type, data, hash };
}

function fingerprintOf({ seed, events }: RunLog): FingerprintLine {
  return { fingerprint: { seed, events: events.length, head: events.at(-1)?.hash ?? GENESIS_HEAD } };
}
