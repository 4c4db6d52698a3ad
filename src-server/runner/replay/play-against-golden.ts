/** Runs one scenario and compares its log with its golden log, for a test runner (decision K121). */
import { formatDivergence } from '../../scenario/compare/format-divergence.ts';
import type { PlayJob, PlayObserver, PlayOutcome } from '../../scenario/run/play-outcome.ts';
import { loadScenario } from '../library/load-scenario.ts';
import { playPasses } from './play-passes.ts';
import { playScenario } from './play-scenario.ts';
import type { StartWorld } from './start-world.ts';

export interface PlayedAgainstGolden {
  readonly outcome: PlayOutcome;
  readonly isSame: boolean;
  /**
   * Why the log differs from the golden log, as sentences; `null`: it does not, or the scenario is declared without
   * one, or it failed before that.
   */
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
  // Options of the helper have the names of the flags.
  return { outcome, isSame, issue: isMissed ? `The golden log is ${uncompared.replaceAll('--', '')}.` : null };
}
