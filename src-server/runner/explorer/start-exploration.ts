/** Puts an exploration together with those who play its trials: threads of this process, or workers behind a queue. */
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import type { ExplorationReport, FindingFile, VerdictKind } from '../../contract/control/explorer/explorations.ts';
import type { ExplorationProgress } from '../../explorer/exploration-text.ts';
import { findingExploration, findingTest } from '../../explorer/finding-files.ts';
import { describeScheduled } from '../../explorer/schedule.ts';
import { storyPage } from '../../explorer/story-page.ts';
import { RULES } from '../../explorer/verdict.ts';
import { createJobRate } from '../../sweep/job-rate.ts';
import type { JobExecutor } from '../../sweep/run-sweep.ts';
import { hashOf, type ScenarioBundle } from '../../sweep/scenario-bundle.ts';
import { withTemporaryFolder } from '../../system/files/temporary-folder.ts';
import { writeFolder } from '../../system/files/text-folder.ts';
import { randomToken } from '../../system/files/world-files.ts';
import { hostClock } from '../../system/host-time.ts';
import { TRIALS_OF_CORE } from '../../system/server-defaults.ts';
import { currentCompatibilityKey } from '../sweep/compatibility-key.ts';
import { Exploration } from './explore.ts';
import type { ExploredFinding } from './investigate.ts';
import type { LoadedExploration } from './load-exploration.ts';
import { EXPLORE_TASK_FILE } from './play-trial-job.ts';
import type { TrialStore } from './trial-store.ts';

export interface ExplorationOptions {
  readonly seed: number;
  /** Host ms; `null`: without end. */
  readonly budgetMs: number | null;
  readonly mostTrials: number | null;
  readonly only: VerdictKind | null;
  /** Trials at once; `null`: as many as keep the cores busy. */
  readonly jobs: number | null;
  /** `null`: threads of this process play. */
  readonly queue: string | null;
  readonly signal: AbortSignal;
  readonly store: TrialStore;
  readonly note: (line: string) => void;
  readonly onProgress: (progress: ExplorationProgress) => void;
  readonly onFinding: (exploration: StartedExploration, number: number) => void;
}

/** While it runs, and afterwards. */
export interface StartedExploration {
  report(): ExplorationReport;
  /** `number` from 1; `place`: the folder that it is written into. `null` where there is no such finding. */
  findingFile(number: number, file: FindingFile, place?: string): string | null;
}

export interface EndedExploration extends StartedExploration {
  readonly end: 'complete' | 'interrupted';
}

/** Each has a process of its own in memory. */
const MOST_AT_ONCE = 64;

/** `onStart` is given the exploration before its first trial. Rejects with `StartupError`: 2, 64 or 65. */
export async function runExploration(
  loaded: LoadedExploration,
  options: ExplorationOptions,
  workerFile: URL,
  onStart: (exploration: StartedExploration) => void = () => {},
): Promise<EndedExploration> {
  return withTemporaryFolder(async (folder) => {
    const bundle = bundleOf(loaded);
    const executor = await openExecutor(loaded, options, bundle, join(folder, 'task'), workerFile);
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

export function bundleOf({ task }: Pick<LoadedExploration, 'task'>): ScenarioBundle {
  return { entry: EXPLORE_TASK_FILE, files: { [EXPLORE_TASK_FILE]: JSON.stringify(task) } };
}

interface Executor extends JobExecutor {
  close(): Promise<void>;
}

/** What only a queue needs is loaded for it alone. */
async function openExecutor(
  { task }: LoadedExploration,
  { jobs, queue, note }: ExplorationOptions,
  bundle: ScenarioBundle,
  folder: string,
  workerFile: URL,
): Promise<Executor> {
  if (queue === null) {
    const cores = availableParallelism();
    const ofCore = task.isReused ? TRIALS_OF_CORE.reused : TRIALS_OF_CORE.started;
    const atOnce = jobs ?? Math.min(cores * ofCore, MOST_AT_ONCE);
    const threads = Math.min(cores, atOnce);
    writeFolder(folder, bundle.files);
    const { createThreadExecutor } = await import('../sweep/thread-executor.ts');
    return createThreadExecutor({ threads, jobsOfThread: Math.ceil(atOnce / threads), workerFile }, folder, bundle);
  }
  const { startWorkers } = await import('../sweep/start-workers.ts');
  const facts = { sweepId: randomToken(), compatibilityKey: currentCompatibilityKey(), scenarioHash: hashOf(bundle) };
  return startWorkers(queue, { ...facts, file: '', name: 'exploration', seeds: '0', variations: '[]' }, bundle, note);
}

function viewOf(
  { name, task }: LoadedExploration,
  { seed }: ExplorationOptions,
  exploration: Exploration,
): StartedExploration & { end(): void } {
  const startedMs = hostClock.monotonicMs();
  const rateOf = createJobRate();
  let endedMs: number | null = null;
  return {
    end() {
      endedMs = hostClock.monotonicMs();
    },
    report() {
      const { phase, trials, cells } = exploration.progress();
      const nowMs = hostClock.monotonicMs();
      return {
        ...{ name, command: [...task.command], folder: task.folder, seed, phase, trials },
        trials_per_second: Math.round(rateOf(trials, nowMs) * 10) / 10,
        elapsed_ms: Math.round((endedMs ?? nowMs) - startedMs),
        ended_by: exploration.endedBy,
        ...{ single_faults: cells.total, single_faults_done: cells.done, unconfirmed: exploration.unconfirmed },
        unproven: exploration.unproven(),
        ...{ broken: exploration.runs.broken.length, broken_reason: exploration.runs.broken[0] ?? null },
        cells: exploration.coverage.cells(),
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
  const { wanted, remedy } = RULES[finding.rule];
  return {
    ...{ number: index + 1, verdict, rule: finding.rule, text: finding.text, wanted, remedy },
    ...{ faults: schedule.map(describeScheduled), seen, runs, output: story.output },
  };
}
