/** Creates the database of a world from one that somebody else may have made (decision N8). */
import { z } from 'zod';
import { type CheckWhole, copyForeign } from '../../store/foreign/copy-foreign.ts';
import { rowIssue } from './row-rules.ts';

/**
 * Returns the image of a new database with the same world. Throws `ForeignDatabaseError`, which describes the issue.
 */
export function copyWorld(image: Buffer, migrationsFolder: string): Buffer {
  return copyForeign(image, migrationsFolder, { checkRow: rowIssue, checkWhole: wholeIssue });
}

const MAX_TIMERS = 1_000_000;

const wholeIssue: CheckWhole = (rowsOf) => {
  const [world] = rowsOf('world');
  if (world === undefined) return 'there is no world in it';
  const { nowMs, timerSeq } = world;
  const timers = rowsOf('timers');
  if (timers.length > MAX_TIMERS) return `it has ${timers.length} timers; the maximum is ${MAX_TIMERS}`;
  const kinds = new Set<unknown>();
  for (const { seq, dueMs, kind, payload } of timers) {
    const timer = `its timer ${seq} (${JSON.stringify(kind)})`;
    if (Number(dueMs) < Number(nowMs)) return `${timer} is before the time of its clock`;
    if (Number(seq) > Number(timerSeq)) return `${timer} has a number that has not been assigned yet`;
    if (!isPayload(String(kind), String(payload))) return `${timer} has a payload that no timer has`;
    if (ONE_OF_A_KIND.has(String(kind)) && kinds.has(kind)) return `${timer} occurs twice`;
    kinds.add(kind);
  }
  return null;
};

/** Timers that each set the next of their kind. */
const ONE_OF_A_KIND: ReadonlySet<string> = new Set(['monitor.tick', 'dividend.ex_date']);

const identifier = z.string().min(1);
const bulk = z.looseObject({ bulk_id: identifier });
const PAYLOADS: Readonly<Record<string, z.ZodType>> = {
  'monitor.tick': z.looseObject({ outside: z.array(z.string()) }),
  'bulk.plan': bulk,
  'bulk.start': bulk,
  'policy.due': z.looseObject({}),
  'policy.run': z.looseObject({}),
  'settlement.due': z.null(),
  'settlement.held_buys': z.null(),
  'dividend.ex_date': z.null(),
  'cash_flow.due': identifier,
  'corporate_action.due': identifier,
  'dividend.pay_date': identifier,
  'webhook.attempt': identifier,
  'fault.due': identifier,
  'desk.ask': identifier,
  'line.attempt': identifier,
  'exchange.step': identifier,
};
/** A message between the service and an exchange. */
const message = z.looseObject({ session: z.int(), mic: identifier, content: z.json() });

function isPayload(kind: string, text: string): boolean {
  try {
    return (PAYLOADS[kind] ?? message).safeParse(JSON.parse(text)).success;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
