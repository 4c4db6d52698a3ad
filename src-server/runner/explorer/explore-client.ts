/** Runs an exploration for tests: in this process and without a folder. */
import type { ExplorationReport } from '../../contract/control/explorer/explorations.ts';
import { StartupError } from '../../world/startup-error.ts';
import { loadExploration } from './load-exploration.ts';
import { type ExplorationOptions, runExploration } from './start-exploration.ts';
import { createMemoryTrialStore } from './trial-store.ts';

export interface ExploreClientOptions
  extends Pick<ExplorationOptions, 'seed' | 'budgetMs' | 'mostTrials' | 'only' | 'jobs' | 'signal'> {
  /** `null`: all defaults. */
  readonly file: string | null;
  /** Empty: the command of the file. */
  readonly command: readonly string[];
  readonly folder: string;
}

/** Rejects with `StartupError` (64, 65). */
export async function exploreClient(options: ExploreClientOptions, workerFile: URL): Promise<ExplorationReport> {
  const { file, command, folder } = options;
  const loaded = loadExploration(file, command, folder);
  const quiet = { queue: null, note: () => {}, onProgress: () => {}, onFinding: () => {} };
  const ended = await runExploration(loaded, { ...options, ...quiet, store: createMemoryTrialStore() }, workerFile);
  const report = ended.report();
  if (report.unproven !== null && ended.end === 'complete') throw new StartupError(65, [report.unproven]);
  return report;
}
