/** Generates random schedules of several faults (decision Q2): schedule *n* of a seed is always the same. Pure. */
import { drawUniform, streamKey } from '../kernel/streams.ts';
import { faultTarget, kindOfFault, type ScheduledFault } from './schedule.ts';

const FEWEST = 2;
const MAX = 4;
/** Share of the faults with a hit count that hit more than once. */
const REPEATED_SHARE = 0.25;
const MAX_HITS = 3;

/** Infinite; empty if there are no faults to choose from. */
export function* randomSchedules(seed: number, faults: readonly ScheduledFault[]): Generator<ScheduledFault[]> {
  if (faults.length === 0) return;
  for (let number = 0; ; number += 1) yield scheduleOf(seed, number, faults);
}

function scheduleOf(seed: number, number: number, faults: readonly ScheduledFault[]): ScheduledFault[] {
  const key = streamKey(seed, 'exploration', String(number));
  let draws = 0;
  const below = (most: number) => {
    draws += 1;
    return Math.floor(drawUniform(key, draws) * most);
  };
  const chosen = new Map<string, ScheduledFault>();
  const wanted = FEWEST + below(MAX - FEWEST + 1);
  for (let drawn = 0; drawn < wanted; drawn += 1) {
    const fault = faults[below(faults.length)] as ScheduledFault;
    const isRepeated = below(1000) < REPEATED_SHARE * 1000;
    const hits = 2 + below(MAX_HITS - 1);
    chosen.set(`${faultTarget(fault)} ${kindOfFault(fault)}`, isRepeated ? withHits(fault, hits) : fault);
  }
  return [...chosen.values()];
}

function withHits(fault: ScheduledFault, count: number): ScheduledFault {
  if ('action' in fault || !('count' in fault.body) || fault.body.count === undefined) return fault;
  return { body: { ...fault.body, count } };
}
