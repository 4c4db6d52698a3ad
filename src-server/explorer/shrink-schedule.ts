/**
 * Makes a schedule that breaks a client as small as it can be (decision Q4): delta debugging leaves out what is not needed
 * (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002), then each fault that is left is
 * replaced by a milder one as long as the client still breaks. Pure but for the trials that it asks for.
 */

import { createFault, exploredKindOf } from '../contract/control/market/faults.ts';
import type { ScheduledFault } from './schedule.ts';

/** Runs a candidate again: whether it still shows the same finding. */
type StillBreaks<Fault> = (candidate: readonly Fault[]) => Promise<boolean>;

/**
 * `faults` breaks the client. `milderOf`: replacements of a fault, each milder than it by some measure that has an end, the
 * mildest first. Asks for no candidate twice in a row of attempts, and for none without a fault.
 */
export async function shrinkSchedule<Fault>(
  faults: readonly Fault[],
  stillBreaks: StillBreaks<Fault>,
  milderOf: (fault: Fault) => readonly Fault[],
): Promise<readonly Fault[]> {
  return withMilderFaults(await fewestFaults(faults, stillBreaks), stillBreaks, milderOf);
}

/** Nothing of the result can be left out any more: each part of it alone is needed. */
async function fewestFaults<Fault>(
  faults: readonly Fault[],
  stillBreaks: StillBreaks<Fault>,
): Promise<readonly Fault[]> {
  let left = faults;
  let parts = 2;
  while (left.length > 1) {
    const chunks = partsOf(left, Math.min(parts, left.length));
    // With two parts, what is beside the one is the other.
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

/** As equal as they can be. */
function partsOf<T>(values: readonly T[], count: number): T[][] {
  return Array.from({ length: count }, (_, part) =>
    values.slice(Math.floor((part * values.length) / count), Math.floor(((part + 1) * values.length) / count)),
  );
}

/** Milder faults in place of one, the mildest first (decision Q4): each is earlier, shorter or does less. */
export function milderFaults(fault: ScheduledFault): ScheduledFault[] {
  if ('action' in fault) {
    const { action } = fault;
    return action.skip === 0 ? [] : [{ action: { ...action, skip: 0 } }];
  }
  const { body } = fault;
  const isHttp = 'skip' in body;
  const earlier = isHttp && body.skip > 0 ? [{ ...body, skip: 0 }] : [];
  // Of an exchange, a count is how long it lasts; of requests and webhooks, how often.
  const fewer = isHttp && 'count' in body && (body.count ?? 2) > 1 ? [{ ...body, count: 1 }] : [];
  const gentler = exploredKindOf(body.kind).milder(body);
  return [...fewer, ...gentler, ...earlier].map((each) => ({ body: createFault.parse(each) }));
}
