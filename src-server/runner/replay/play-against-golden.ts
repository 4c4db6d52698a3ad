/** Plays one scenario and holds its log against the golden log beside it, for a test runner (decision K121). */
import { formatDivergence } from '../../scenario/compare/format-divergence.ts';
import type { PlayJob, PlayObserver, PlayOutcome } from '../../scenario/run/play-outcome.ts';
import { loadScenario } from '../library/load-scenario.ts';
import { playPasses } from './play-passes.ts';
import { playScenario } from './play-scenario.ts';
import type { StartWorld } from './start-world.ts';

export interface PlayedAgainstGolden {
  readonly outcome: PlayOutcome;
  readonly isSame: boolean;
  /** Why the log is not the golden one, as sentences; `null`: it is, or the scenario is to have none, or it failed before that. */
  readonly issue: string | null;
}

export async function playAgainstGolden(
  job: PlayJob,
  observer: PlayObserver,
  startWorld: StartWorld,
): Promise<PlayedAgainstGolden> {
  const play = (each: PlayJob, watch: PlayObserver) => playScenario(each, watch, startWorld);
  const read = loadScenario(job.file, job.root, job.vary);
  if (!read.ok) return { outcome: await play(job, observer), isSame: false, issue: null };
  const passes = { update: false, twice: false, restoreMidway: false, requireGolden: false, flags: [] };
  const { outcome, golden, uncompared, divergences } = await playPasses(read.loaded, job, passes, play, observer);
  const [found] = divergences;
  const isSame = golden === 'same';
  if (found !== undefined)
    return { outcome, isSame, issue: `The golden log: ${formatDivergence(found.divergence, found.cause)}` };
  const isMissed = outcome.status === 'passed' && uncompared !== null && read.loaded.scenario.golden !== 'none';
  // Options of the helper are called as the flags are.
  return { outcome, isSame, issue: isMissed ? `The golden log is ${uncompared.replaceAll('--', '')}.` : null };
}
