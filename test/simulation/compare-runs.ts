/**
 * Runs random worlds several times and shows where their event logs diverge: the first event that differs, the world
 * and a line that runs exactly it again. Refuses to stop at the first such world, because how many there are says much.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import { firstBrokenLink } from '../../src-server/kernel/event-chain.ts';
import type { NamedLog } from '../../src-server/scenario/compare/divergence.ts';
import { describeDivergence } from '../../src-server/scenario/compare/format-divergence.ts';
import { fc } from '../support/draws.ts';
import { HORIZON_MS, type RandomWorld, randomWorld, startRandomWorld } from './random-world.ts';

/** Where time is cut into advances, as ten-thousandths that `advanceTargets` turns into instants. */
export type Cuts = readonly number[];

export interface ComparedWorld {
  readonly random: RandomWorld;
  /** Two interleavings: neither is one whole advance, nor are they the same. */
  readonly cuts: readonly [Cuts, Cuts];
}

/** The event log of one run, and the head that its kernel holds. */
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

/** The world twice in one advance, then in either of its two interleavings. */
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

/** The first of `runs` that is not as the first one, in words that end with the command `again`; `null` if all are. */
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
  return broken === null ? null : `every run has a chain that is broken at event ${broken}\n  again: ${again}`;
}

const WORLDS = 'test/simulation/random-worlds.test.ts';
/** Worlds that are reported in full; of further ones only the path. */
const MOST_REPORTS = 5;

/** Runs random worlds as `record` does; throws a report when some differ from themselves. `title` is the test's. */
export async function expectSameRuns(title: string, drawing: Drawing, record = recordRuns): Promise<void> {
  const seed = drawing.seed ?? fc.sample(fc.noBias(fc.integer()), 1)[0] ?? 0;
  const worlds = fc.sample(comparedWorld, { ...drawing, seed });
  const differing: string[] = [];
  const reports: string[] = [];
  for (const [index, world] of worlds.entries()) {
    // A world is run in one go; between two of them the test runner hears that this process is alive.
    await breathe();
    const path = drawing.path ?? String(index);
    const report = reportOn(world, rerunCommand(title, seed, path), record);
    if (report === null) continue;
    differing.push(path);
    if (differing.length > MOST_REPORTS) continue;
    reports.push(`world ${path}: ${report}\n  world: ${JSON.stringify(world)}`);
  }
  if (differing.length === 0) return;
  const further = differing.slice(MOST_REPORTS);
  if (further.length > 0) reports.push(`and, as BALLAST_FC_PATH: ${further.join(' ')}`);
  const count = `${differing.length} of ${worlds.length} worlds differ from themselves`;
  throw new Error(`${count}\n\n${reports.join('\n\n')}\n`);
}

function reportOn(world: ComparedWorld, again: string, record: typeof recordRuns): string | null {
  try {
    return compareRuns(record(world), again);
  } catch (error) {
    return `could not be run\n  ${error instanceof Error ? error.stack : String(error)}\n  again: ${again}`;
  }
}

/**
 * Which random worlds are drawn: `numRuns` of the seed of `draws.ts`, or those that a seed and a path of fast-check
 * name.
 */
export interface Drawing {
  readonly numRuns: number;
  readonly seed?: number;
  readonly path?: string;
}

/** `BALLAST_FC_SEED` draws the worlds of that seed again, and with `BALLAST_FC_PATH` that one world alone. */
export function drawingFrom(environment: NodeJS.ProcessEnv, numRuns: number): Drawing {
  const { BALLAST_FC_SEED: seed, BALLAST_FC_PATH: path } = environment;
  if (seed === undefined && path === undefined) return { numRuns };
  if (!/^-?\d+$/.test(seed ?? '')) throw new Error(`BALLAST_FC_SEED: '${seed ?? ''}' is not a whole number`);
  if (path === undefined) return { numRuns, seed: Number(seed) };
  if (!/^\d+(:\d+)*$/.test(path)) throw new Error(`BALLAST_FC_PATH: '${path}' is not a path such as 17 or 17:0:3`);
  return { numRuns: 1, seed: Number(seed), path };
}

/** Parameters for `fc.assert` in the test called `title`, whose failures end with the line that repeats them. */
export function rerunnable<T>(title: string, drawing: Drawing, file = WORLDS): fc.Parameters<T> {
  return {
    ...drawing,
    endOnFailure: drawing.path !== undefined,
    reporter(details: fc.RunDetails<T>) {
      if (!details.failed) return;
      const again = rerunCommand(title, details.seed, details.counterexamplePath ?? '0', file);
      throw new Error(`${fc.defaultReportMessage(details)}\n\nagain: ${again}\n`, { cause: details.errorInstance });
    },
  };
}

/** One line for a POSIX shell. */
export function rerunCommand(title: string, seed: number, path: string, file = WORLDS): string {
  return `BALLAST_FC_SEED=${seed} BALLAST_FC_PATH=${path} npx vitest run --project rooms ${file} -t "${title}"`;
}
