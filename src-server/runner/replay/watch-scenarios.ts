/**
 * `ballast replay --watch`: replays the scenarios of a saved file, again and again. A file that is invalid at the
 * moment is reported, and the result of its last valid version stays in the summary and the reports.
 */
import { resolve } from 'node:path';
import { type ScenarioResult, summaryOf } from '../../scenario/run/scenario-result.ts';
import { watchFiles } from '../../system/files/watch-files.ts';
import { hostClock } from '../../system/host-time.ts';
import { findScenarios } from '../library/find-scenarios.ts';
import { type ChosenScenario, choose, readScenario } from './chosen-scenario.ts';
import { goldenFileOf } from './golden-file.ts';
import { playAll } from './play-all.ts';
import type { ReplayExit, ReplayOptions } from './replay-options.ts';
import { reportResults } from './replay-scenarios.ts';
import type { WorldStarter } from './start-world.ts';

export interface WatchOptions extends ReplayOptions {
  readonly signal: AbortSignal;
}

interface Watched {
  /** The files read for it, including the golden log, by its last valid version. */
  sources: readonly string[];
  /** Of its last valid version; `null`: there was none yet. */
  result: ScenarioResult | null;
  isBroken: boolean;
}

/** 130 once it was interrupted; 65 if there is nothing to watch. */
export async function watchScenarios(options: WatchOptions, starter: WorldStarter): Promise<ReplayExit> {
  const { signal } = options;
  const say = sayIn(options);
  const { files, empty } = findScenarios(options.files);
  for (const file of empty) say(`${file}: contains no scenario`);
  if (files.length === 0) return 65;
  const watched = new Map(
    files.map((file): [string, Watched] => [file, { sources: [file], result: null, isBroken: false }]),
  );
  const changes = changeQueue(signal);
  const watch = watchFiles(changes.add);
  try {
    await watch.follow(files);
    await replayFiles(files, watched, options, starter);
    for (;;) {
      if (signal.aborted) return 130;
      await watch.follow(sourcesOf(watched));
      say(`watching ${watched.size === 1 ? files[0] : `${watched.size} scenarios`}; Ctrl-C ends`);
      const changed = await changes.next();
      if (changed === null) return 130;
      const concerned = files.filter((file) =>
        watched.get(file)?.sources.some((source) => changed.has(resolve(source))),
      );
      await replayFiles(concerned, watched, options, starter);
    }
  } finally {
    await watch.close();
  }
}

/** Runs the valid ones, and reports why the others are not. */
async function replayFiles(
  files: readonly string[],
  watched: Map<string, Watched>,
  options: WatchOptions,
  starter: WorldStarter,
): Promise<void> {
  const startedMs = hostClock.monotonicMs();
  const good = files.flatMap((file) => {
    const read = readAgain(file, watched.get(file) as Watched, options);
    return read === null ? [] : [read];
  });
  const chosen = choose(good, options.filter ?? null);
  const results = chosen.length === 0 ? [] : await playAll(chosen, options, starter);
  for (const result of results) {
    const entry = watched.get(result.outcome.file);
    if (entry !== undefined && result.outcome.status !== 'stopped') entry.result = result;
  }
  if (options.signal.aborted) return;
  const all = [...watched.values()].flatMap(({ result }) => (result === null ? [] : [result]));
  const sum = summaryOf(all, hostClock.monotonicMs() - startedMs);
  reportResults(all, sum, { ...options, write: all.length > 1 || options.json ? options.write : () => undefined });
  const broken = [...watched].filter(([, { isBroken, result }]) => isBroken && result?.outcome.status !== 'bad');
  for (const [file, { result }] of broken) {
    const verdict = result?.passed ? 'passed' : 'FAILED';
    sayIn(options)(`${file} cannot be read at the moment; its last good version ${verdict}`);
  }
}

/** `null`: it is invalid at the moment, and its last valid version still counts. */
function readAgain(file: string, entry: Watched, options: WatchOptions): ChosenScenario | null {
  const read = readScenario(file, options);
  entry.isBroken = 'faults' in read;
  if (!('faults' in read)) {
    // A golden log that does not exist yet may be written.
    entry.sources = [...read.sources, goldenFileOf(file)];
    return read;
  }
  // The fix may be saved in any file that has an issue.
  entry.sources = [...new Set([...entry.sources, ...read.files])];
  if (entry.result === null || entry.result.outcome.status === 'bad') return read;
  for (const fault of read.faults) sayIn(options)(fault);
  return null;
}

/** Messages go to stderr if stdout is JSON. */
function sayIn({ json, note, write }: WatchOptions): (line: string) => void {
  return json ? (note ?? (() => undefined)) : write;
}

function sourcesOf(watched: ReadonlyMap<string, Watched>): string[] {
  return [...new Set([...watched.values()].flatMap(({ sources }) => sources))];
}

/** Collects files that change during a replay, and replays them together afterwards. */
function changeQueue(signal: AbortSignal) {
  let waiting = new Set<string>();
  let wake: (() => void) | null = null;
  signal.addEventListener('abort', () => wake?.(), { once: true });
  return {
    add(file: string) {
      waiting.add(file);
      wake?.();
    },
    /** `null`: interrupted. */
    async next(): Promise<ReadonlySet<string> | null> {
      if (waiting.size === 0 && !signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        wake = null;
      }
      if (signal.aborted) return null;
      const changed = waiting;
      waiting = new Set();
      return changed;
    },
  };
}
