/**
 * Verifies the hash chain of an event log from its beginning, and passes every event on. Continues after a broken link,
 * so that all of them are found.
 */
import type { Json } from '../kernel/canonical-json.ts';
import { chainEvent, type EventData, GENESIS_HEAD, type LoggedEvent } from '../kernel/event-chain.ts';
import { parseStoredJson, type Row } from './expected-table.ts';
import { type DoctorFindings, formatValue } from './finding.ts';
import type { StoredWorldFacts, WorldTables } from './world-tables.ts';

/** Calls `apply` with every readable event and its row. */
export function checkChain(
  tables: WorldTables,
  world: StoredWorldFacts,
  findings: DoctorFindings,
  apply: (event: LoggedEvent, row: Row) => void,
): void {
  let last: Pick<LoggedEvent, 'seq' | 'hash' | 'atMs'> = { seq: 0, hash: GENESIS_HEAD, atMs: Number.NEGATIVE_INFINITY };
  const broken = (seq: number, expected: string, found: string, message: string) =>
    findings.row('chain', 'events', `seq=${seq}`, { expected, found, message });
  for (const row of tables.rows('select * from events order by seq')) {
    const event = eventOf(row);
    const seq = Number(row.seq);
    if (seq !== last.seq + 1) broken(seq, String(last.seq + 1), String(seq), `comes after entry ${last.seq}`);
    if (event === null)
      broken(
        seq,
        'an event',
        formatValue([row.at_ms, row.data]),
        'its data is not a JSON object, or its time is not valid',
      );
    const hash = event === null ? null : chainEvent(last.hash, event).hash;
    if (hash !== null && hash !== row.hash)
      broken(
        seq,
        hash,
        formatValue(row.hash),
        'it does not match the hash of the entry before it: one of the two was changed',
      );
    if (event !== null && event.atMs < last.atMs)
      broken(seq, `at_ms at least ${last.atMs}`, String(event.atMs), 'it is earlier than the entry before it');
    if (event !== null) apply(event, row);
    last = { seq, hash: String(row.hash), atMs: event?.atMs ?? last.atMs };
  }
  if (last.seq !== world.events)
    findings.differ(
      'chain',
      { table: 'world', entry: 'id=1', column: 'event_count' },
      String(last.seq),
      String(world.events),
    );
  if (last.hash !== world.head)
    findings.differ('chain', { table: 'world', entry: 'id=1', column: 'head' }, last.hash, world.head);
  if (world.nowMs < last.atMs)
    findings.differ(
      'chain',
      { table: 'world', entry: 'id=1', column: 'now_ms' },
      `at least ${last.atMs}`,
      String(world.nowMs),
    );
}

function eventOf({ seq, at_ms: atMs, type, data, hash }: Row): LoggedEvent | null {
  const parsed: Json | undefined = parseStoredJson(data ?? null);
  if (parsed === undefined || parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) return null;
  if (Math.abs(Number(atMs)) > LATEST_MS || !Number.isSafeInteger(atMs)) return null;
  return { seq: Number(seq), atMs: Number(atMs), type: String(type), data: parsed as EventData, hash: String(hash) };
}

/** The latest instant of a JavaScript `Date`. */
const LATEST_MS = 8.64e15;
