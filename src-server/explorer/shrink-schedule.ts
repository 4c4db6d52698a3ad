/**
 * Shrinks a schedule that breaks a client (decision Q4): delta debugging leaves out the faults that are not needed
 * (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002), then milder faults replace the
 * rest while the client still breaks. Pure except for the trials that it requests.
 */

import { createFault, exploredKindOf } from '../contract/control/market/faults.ts';
import type { ScheduledFault } from './schedule.ts';

/** Runs a candidate again and reports whether it still shows the same finding. */
type StillBreaks<Fault> = (candidate: readonly Fault[]) => Promise<boolean>;

/**
 * `faults` breaks the client. `milderOf` returns replacements of a fault, mildest first; each must be milder by a
 * measure that cannot decrease for ever. Requests no candidate twice in a row of attempts, and none without a fault.
 */
export async function shrinkSchedule<Fault>(
  faults: readonly Fault[],
  stillBreaks: StillBreaks<Fault>,
  milderOf: (fault: Fault) => readonly Fault[],
): Promise<readonly Fault[]> {
  return withMilderFaults(await fewestFaults(faults, stillBreaks), stillBreaks, milderOf);
}

/** Returns a 1-minimal schedule: without any single one of its faults the client no longer breaks. */
async function fewestFaults<Fault>(
  faults: readonly Fault[],
  stillBreaks: StillBreaks<Fault>,
): Promise<readonly Fault[]> {
  let left = faults;
  let parts = 2;
  while (left.length > 1) {
    const chunks = partsOf(left, Math.min(parts, left.length));
    // With two parts, the complement of one is the other.
    const rests = chunks.length > 2 ? chunks.map((chunk) => left.filter((fault) => !chunk.includes(fault))) : [];
    const part = await firstThatBreaks(chunks, stillBreaks);
    const smaller = part ?? (await firstThatBreaks(rests, stillBreaks));
    if (smaller !== null) {
      parts = part === null ? Math.max(2, parts - 1) : 2;
      left = smaller;
    } else if (chunks.length === left.length) return left;
    else parts = Math.min(left.length, parts * 2);
  }
  return left;
}

async function withMilderFaults<Fault>(
  faults: readonly Fault[],
  stillBreaks: StillBreaks<Fault>,
  milderOf: (fault: Fault) => readonly Fault[],
): Promise<readonly Fault[]> {
  let left = faults;
  for (let index = 0; index < left.length; ) {
    const fault = left[index] as Fault;
    const candidates = milderOf(fault).map((milder) => left.with(index, milder));
    const milder = await firstThatBreaks(candidates, stillBreaks);
    if (milder === null) index += 1;
    else left = milder;
  }
  return left;
}

async function firstThatBreaks<Fault>(
  candidates: readonly (readonly Fault[])[],
  stillBreaks: StillBreaks<Fault>,
): Promise<readonly Fault[] | null> {
  for (const candidate of candidates) if (await stillBreaks(candidate)) return candidate;
  return null;
}

/** Parts of sizes as equal as possible. */
function partsOf<T>(values: readonly T[], count: number): T[][] {
  return Array.from({ length: count }, (_, part) =>
    values.slice(Math.floor((part * values.length) / count), Math.floor(((part + 1) * values.length) / count)),
  );
}

/** Milder faults in place of one, mildest first (decision Q4): each is earlier, shorter or does less. */
export function milderFaults(fault: ScheduledFault): ScheduledFault[] {
  if ('action' in fault) {
    const { action } = fault;
    return action.skip === 0 ? [] : [{ action: { ...action, skip: 0 } }];
  }
  const { body } = fault;
  const isHttp = 'skip' in body;
  const earlier = isHttp && body.skip > 0 ? [{ ...body, skip: 0 }] : [];
  // For an exchange, `count` is how long the fault lasts; for requests and webhooks, how often it hits.
  const fewer = isHttp && 'count' in body && (body.count ?? 2) > 1 ? [{ ...body, count: 1 }] : [];
  const gentler = exploredKindOf(body.kind).milder(body);
  return [...fewer, ...gentler, ...earlier].map((each) => ({ body: createFault.parse(each) }));
}
