/** Starts an exploration with an executor of its trials: threads of this process, or workers behind a queue. */
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import type { ExplorationReport, FindingFile, VerdictKind } from '../../contract/control/explorer/explorations.ts';
import type { ExplorationProgress } from '../../explorer/exploration-text.ts';
import { findingExploration, findingTest } from '../../explorer/finding-files.ts';
import { remedyOf } from '../../explorer/remedy.ts';
import { describeScheduled } from '../../explorer/schedule.ts';
import { storyPage } from '../../explorer/story-page.ts';
import type { TrialTerms } from '../../explorer/trial-task.ts';
import { RULES } from '../../explorer/verdict.ts';
import type { OpenedExecutor } from '../../sweep/job.ts';
import { hashOf, type JobBundle } from '../../sweep/job-bundle.ts';
import { withTemporaryFolder } from '../../system/files/temporary-folder.ts';
import { randomToken } from '../../system/files/world-files.ts';
import { hostClock } from '../../system/host-time.ts';
import { TRIALS_OF_CORE } from '../../system/server-defaults.ts';
import { currentCompatibilityKey } from '../jobs/compatibility-key.ts';
import { openExecutor } from '../jobs/open-executor.ts';
import { Exploration } from './explore.ts';
import type { ExploredFinding } from './investigate.ts';
import type { LoadedExploration } from './load-exploration.ts';
import type { TrialStore } from './trial-store.ts';

export interface ExplorationOptions {
  readonly seed: number;
  /** Host ms; `null`: no limit. */
  readonly budgetMs: number | null;
  readonly mostTrials: number | null;
  readonly only: VerdictKind | null;
  /** Concurrent trials; `null`: enough to use all cores. */
  readonly jobs: number | null;
  /** `null`: threads of this process. */
  readonly queue: string | null;
  readonly signal: AbortSignal;
  readonly store: TrialStore;
  readonly note: (line: string) => void;
  readonly onProgress: (progress: ExplorationProgress) => void;
  readonly onFinding: (exploration: StartedExploration, number: number) => void;
}

/** The state of an exploration, during and after its run. */
export interface StartedExploration {
  report(): ExplorationReport;
  /** `number` from 1; `place`: the folder that it is written into. `null` if there is no such finding. */
  findingFile(number: number, file: FindingFile, place?: string): string | null;
}

export interface EndedExploration extends StartedExploration {
  readonly end: 'complete' | 'interrupted';
}

/** The file of a bundle that contains the task. */
const TASK_FILE = 'exploration.json';
/** Each has a process of its own in memory. */
const MAX_AT_ONCE = 64;

/** Calls `onStart` with the exploration before its first trial. Rejects with `StartupError`: 2, 64 or 65. */
export async function runExploration(
  loaded: LoadedExploration,
  options: ExplorationOptions,
  workerFile: URL,
  onStart: (exploration: StartedExploration) => void = () => {},
): Promise<EndedExploration> {
  return withTemporaryFolder(async (folder) => {
    const executor = await openTrialExecutor(loaded, options, join(folder, 'task'), workerFile);
    try {
      const { only: schedule } = loaded;
      const exploration = new Exploration(
        { ...options, schedule },
        {
          ...options,
          executor,
          onFinding: () => options.onFinding(started, exploration.findings.length),
        },
      );
      const started = viewOf(loaded, options, exploration);
      onStart(started);
      try {
        const end = await exploration.run();
        return { report: started.report, findingFile: started.findingFile, end };
      } finally {
        started.end();
      }
    } finally {
      await executor.close();
    }
  });
}

export function bundleOf({ task }: Pick<LoadedExploration, 'task'>): JobBundle<'trial'> {
  return { kind: 'trial', entry: TASK_FILE, files: { [TASK_FILE]: JSON.stringify(task) } };
}

function openTrialExecutor(
  loaded: LoadedExploration,
  { jobs, queue: url, note }: ExplorationOptions,
  folder: string,
  workerFile: URL,
): Promise<OpenedExecutor<TrialTerms>> {
  const bundle = bundleOf(loaded);
  const cores = availableParallelism();
  const ofCore = loaded.task.isReused ? TRIALS_OF_CORE.reused : TRIALS_OF_CORE.started;
  const atOnce = jobs ?? Math.min(cores * ofCore, MAX_AT_ONCE);
  const threads = Math.min(cores, atOnce);
  const pool = { threads, jobsOfThread: Math.ceil(atOnce / threads), workerFile };
  const ids = { sweepId: randomToken(), compatibilityKey: currentCompatibilityKey(), scenarioHash: hashOf(bundle) };
  const facts = { ...ids, file: '', name: 'exploration', seeds: '0', variations: '[]' };
  return openExecutor(bundle, { pool, folder, queue: url === null ? null : { url, facts, note } });
}

function viewOf(
  { name, task }: LoadedExploration,
  { seed, budgetMs }: ExplorationOptions,
  exploration: Exploration,
): StartedExploration & { end(): void } {
  const startedMs = hostClock.monotonicMs();
  let endedMs: number | null = null;
  return {
    end() {
      endedMs = hostClock.monotonicMs();
    },
    report() {
      const { phase, trials, cells } = exploration.progress();
      const nowMs = hostClock.monotonicMs();
      const elapsedMs = Math.round((endedMs ?? nowMs) - startedMs);
      return {
        name,
        command: [...task.command],
        folder: task.folder,
        seed,
        phase,
        trials,
        trials_per_second: elapsedMs > 0 ? Math.round((exploration.runs.executed * 10_000) / elapsedMs) / 10 : 0,
        elapsed_ms: elapsedMs,
        search_left_ms:
          budgetMs === null || phase === 'shrinking' || phase === 'over'
            ? null
            : Math.max(0, Math.round(budgetMs - (nowMs - startedMs))),
        ended_by: exploration.endedBy,
        single_faults: cells.total,
        single_faults_done: cells.done,
        suspected: exploration.suspected,
        unconfirmed: exploration.unconfirmed,
        unproven: exploration.unproven(),
        broken: exploration.runs.broken.length,
        broken_reason: exploration.runs.broken[0] ?? null,
        cells: exploration.cells(),
        findings: exploration.findings.map(findingWire),
      };
    },
    findingFile(number, file, place) {
      const found = exploration.findings[number - 1];
      const { sound } = exploration.runs;
      if (found === undefined || sound === null) return null;
      switch (file) {
        case 'story.html':
          return storyPage({ ...found, number, sound });
        case 'scenario.yaml':
          return found.story.scenario;
        case 'explore.yaml':
          return findingExploration(task, found, place === undefined ? null : relative(place, task.folder) || '.');
        case 'test.mjs':
          return findingTest(found);
      }
    },
  };
}

function findingWire({ finding, verdict, schedule, seen, runs, story }: ExploredFinding, index: number) {
  const { wanted } = RULES[finding.rule];
  return {
    number: index + 1,
    verdict,
    rule: finding.rule,
    text: finding.text,
    wanted,
    remedy: remedyOf(finding),
    faults: schedule.map(describeScheduled),
    seen,
    runs,
    output: story.output,
  };
}
