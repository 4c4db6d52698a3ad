/**
 * Runs random worlds several times and shows where their event logs diverge: the first event that differs, the world
 * and a command that repeats exactly it. Does not stop at the first such world, because their number is informative.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import { firstFault } from '../../src-server/domain/events/read-event.ts';
import { firstBrokenLink } from '../../src-server/kernel/event-chain.ts';
import type { NamedLog } from '../../src-server/scenario/compare/divergence.ts';
import { describeDivergence } from '../../src-server/scenario/compare/format-divergence.ts';
import { fc } from '../support/draws.ts';
import { type Drawing, drawing, repeatCommand } from '../support/fast-check.ts';
import { HORIZON_MS, type RandomWorld, randomWorld, startRandomWorld } from './random-world.ts';

/** The points that divide time into advances, as ten-thousandths that `advanceTargets` converts to instants. */
export type Cuts = readonly number[];

export interface ComparedWorld {
  readonly random: RandomWorld;
  /** Two interleavings: neither is one whole advance, nor are they the same. */
  readonly cuts: readonly [Cuts, Cuts];
}

/** The event log of one run, and the head in its kernel. */
export interface RecordedRun extends NamedLog {
  readonly head: string;
}

/**
 * Integers, because nearly all doubles that fast-check draws from 0 to 1 are so small that they cut at the very start;
 * 50 is the first that cuts later.
 */
export const advanceCuts: fc.Arbitrary<Cuts> = fc.array(fc.integer({ min: 50, max: 9_999 }), { maxLength: 12 });

export const comparedWorld: fc.Arbitrary<ComparedWorld> = fc.record({
  random: randomWorld,
  cuts: fc
    .tuple(advanceCuts, advanceCuts)
    .filter((both) => new Set([[], ...both].map((cuts) => [...new Set(advanceTargets(0, cuts))].join())).size === 3),
});

/** The instants to which time is advanced: the cuts in order, half of them in the first day or so, and the end. */
export function advanceTargets(startMs: number, cuts: Cuts): number[] {
  const inner = [...cuts].sort((a, b) => a - b).map((cut) => startMs + Math.round((cut / 10_000) ** 4 * HORIZON_MS));
  return [...inner, startMs + HORIZON_MS];
}

/** Runs the world twice in one advance, then in each of its two interleavings. */
export function recordRuns({ random, cuts }: ComparedWorld): RecordedRun[] {
  const ways: [string, Cuts][] = [
    ['first run', []],
    ['second run', []],
    [`third run (${cuts[0].length + 1} advances)`, cuts[0]],
    [`fourth run (${cuts[1].length + 1} advances)`, cuts[1]],
  ];
  return ways.map(([name, chosen]) => {
    const { world, events, advanceTo, close } = startRandomWorld(random);
    try {
      for (const targetMs of advanceTargets(random.startAt, chosen)) advanceTo(targetMs);
      const { head, eventCount } = world.kernel;
      return { name, seed: random.seed, events: events.after(0, eventCount), head };
    } finally {
      close();
    }
  });
}

/**
 * Describes the first of `runs` that differs from the first one, and ends with the command `again`; `null` if all are
 * equal.
 */
export function compareRuns(runs: readonly RecordedRun[], again: string): string | null {
  const [first, ...others] = runs;
  if (first === undefined) return null;
  for (const other of others) {
    const divergence = describeDivergence(first, other, again);
    if (divergence !== null) return divergence;
    if (other.head !== first.head) {
      return `heads differ where all events agree\n  ${first.name}: ${first.head}\n  ${other.name}: ${other.head}\n  again: ${again}`;
    }
  }
  const broken = firstBrokenLink(first.events);
  if (broken !== null) return `every run has a chain that is broken at event ${broken}\n  again: ${again}`;
  const fault = firstFault(first.events);
  return fault === null ? null : `every run has an entry that the catalogue does not know: ${fault}\n  again: ${again}`;
}

/** Number of worlds that are reported in full; of further ones only the path. */
const MAX_REPORTS = 5;

/** The random worlds of a test: `count` of the seed, or the one that a path of fast-check names. */
export interface DrawnWorlds extends Partial<Drawing> {
  readonly count: number;
}

/** Runs random worlds with `record`; throws a report when some runs of a world differ. */
export async function expectSameRuns(drawn: DrawnWorlds, record = recordRuns): Promise<void> {
  const { count, seed, path, times } = { ...drawing, ...drawn };
  const chosen = path === null ? { numRuns: count * times } : { numRuns: 1, path };
  const worlds = fc.sample(comparedWorld, { seed, ...chosen });
  const differing: string[] = [];
  const reports: string[] = [];
  for (const [index, world] of worlds.entries()) {
    // A world runs without a break; between two of them the test runner learns that this process is alive.
    await breathe();
    const worldPath = path ?? String(index);
    const report = reportOn(world, repeatCommand(seed, worldPath), record);
    if (report === null) continue;
    differing.push(worldPath);
    if (differing.length > MAX_REPORTS) continue;
    reports.push(`world ${worldPath}: ${report}\n  world: ${JSON.stringify(world)}`);
  }
  if (differing.length === 0) return;
  const further = differing.slice(MAX_REPORTS);
  if (further.length > 0) reports.push(`and, as BALLAST_FC_PATH: ${further.join(' ')}`);
  const summary = `${differing.length} of ${worlds.length} worlds differ from themselves`;
  throw new Error(`${summary}\n\n${reports.join('\n\n')}\n`);
}

function reportOn(world: ComparedWorld, again: string, record: typeof recordRuns): string | null {
  try {
    return compareRuns(record(world), again);
  } catch (error) {
    return `could not be run\n  ${error instanceof Error ? error.stack : String(error)}\n  again: ${again}`;
  }
}
