/**
 * Runs scenarios, in this process or on threads, and passes their results on in the order of the files. Does not
 * validate files or write reports.
 */

import { availableParallelism } from 'node:os';
import PQueue from 'p-queue';
import { countOf } from '../../domain/numbers/count-of.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import { drawUint32, streamKey } from '../../kernel/streams.ts';
import { eventLabel } from '../../scenario/compare/format-divergence.ts';
import { printable } from '../../scenario/load/printable.ts';
import { resultLines } from '../../scenario/reports/text-report.ts';
import type { PlayJob, PlayObserver, StepContext } from '../../scenario/run/play-outcome.ts';
import type { ScenarioResult } from '../../scenario/run/scenario-result.ts';
import { projectRoot } from '../../system/files/read-source.ts';
import { StartupError } from '../../world/startup-error.ts';
import { environmentValues } from '../library/environment-values.ts';
import { badResult, bareResult, brokenOutcome, stoppedOutcome } from './broken-outcome.ts';
import type { ChosenScenario } from './chosen-scenario.ts';
import { type Play, playPasses } from './play-passes.ts';
import type { ReplayOptions } from './replay-options.ts';
import { createProgress } from './replay-progress.ts';
import { createScenarioPool } from './scenario-pool.ts';
import type { WorldStarter } from './start-world.ts';

export async function playAll(
  chosen: readonly ChosenScenario[],
  options: ReplayOptions,
  starter: WorldStarter,
): Promise<ScenarioResult[]> {
  const sound = chosen.filter((each) => !('faults' in each));
  const { player, close, atOnce } = openPlayer(sound.length, options, starter);
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  if (options.signal?.aborted) stop();
  options.signal?.addEventListener('abort', stop, { once: true });
  const results: (ScenarioResult | undefined)[] = new Array(chosen.length).fill(undefined);
  const printer = inOrder(results, options);
  const progress = createProgress(chosen, options.live);
  const playAt = async (index: number) => {
    const loaded = chosen[index] as ChosenScenario;
    const observer = progress.observe(index, observeSteps(options, stop));
    const result = await playOne(loaded, options, player, { ...observer, signal: stopping.signal });
    results[index] = result;
    progress.end(index);
    printer();
    if (options.failFast && !result.passed) stop();
  };
  const queue = new PQueue({ concurrency: atOnce });
  try {
    const order = orderOf(chosen.length, options.shuffle ?? null);
    await Promise.all(order.map((index) => queue.add(() => playAt(index))));
    return results as ScenarioResult[];
  } catch (error) {
    stop();
    throw error;
  } finally {
    progress.clear();
    options.signal?.removeEventListener('abort', stop);
    await close();
  }
}

interface Player {
  readonly player: Play;
  readonly atOnce: number;
  readonly close: () => Promise<void>;
}

/** Threads pay off if several scenarios share them; a stepping user needs this process. */
function openPlayer(scenarios: number, { workers, stepper }: ReplayOptions, starter: WorldStarter): Player {
  const threads = Math.min(workers ?? availableParallelism(), scenarios);
  if (threads === 0 || scenarios === 1 || stepper !== undefined) {
    return { player: playWith(starter), atOnce: 1, close: async () => undefined };
  }
  const pool = createScenarioPool({ threads, workerFile: starter.workerFile });
  return { player: pool.play, atOnce: threads, close: pool.close };
}

/** Runs in this process. */
function playWith({ startWorld }: WorldStarter): Play {
  return async (job, observer) => {
    const { playScenario } = await import('./play-scenario.ts');
    try {
      return await playScenario(job, observer, startWorld);
    } catch (error) {
      // The message names the data folder if one was given.
      if (error instanceof StartupError && job.dataDir !== null) throw error;
      return brokenOutcome(job, error);
    }
  };
}

async function playOne(
  loaded: ChosenScenario,
  options: ReplayOptions,
  player: Play,
  observer: PlayObserver,
): Promise<ScenarioResult> {
  const { seed, update, twice = false, restoreMidway = false, requireGolden = false } = options;
  const { dataDir = null, untilMs = null } = options;
  const { file } = loaded;
  const vary = { ...environmentValues(file), ...options.vary };
  const root = options.root ?? projectRoot(file);
  const flags = [
    ...(untilMs === null ? [] : ['--until', formatInstant(untilMs)]),
    ...(options.root == null ? [] : ['--root', options.root]),
  ];
  const job: PlayJob = { file, root, seed, vary, dataDir, untilMs, restoreAfterStep: null, retain: 'all' };
  if ('faults' in loaded) return badResult(job, loaded.faults);
  const { scenario } = loaded;
  if (observer.signal?.aborted) {
    return bareResult({ ...stoppedOutcome(job), name: scenario.name, seed: seed ?? scenario.seed }, '');
  }
  const passes = { update, twice, restoreMidway, requireGolden, flags };
  const result = await playPasses(loaded, job, passes, player, observer);
  const { machine } = result.outcome;
  // The other scenarios would fail in the same way.
  if (machine !== undefined) throw new StartupError(74, [machine]);
  // Storing a thousand logs would be useless: their differences have been found.
  return { ...result, outcome: { ...result.outcome, events: [] } };
}

/** Writes each result once all earlier ones are complete. */
function inOrder(results: readonly (ScenarioResult | undefined)[], { json, write }: ReplayOptions): () => void {
  let next = 0;
  return () => {
    for (let result = results[next]; result !== undefined; result = results[next]) {
      next += 1;
      if (!json) for (const line of resultLines(result)) write(line);
    }
  };
}

/** Indices from 0, shuffled if a seed is given. */
function orderOf(length: number, seed: number | null): number[] {
  const order = Array.from({ length }, (_, index) => index);
  if (seed === null) return order;
  const key = streamKey(seed, 'replay-order');
  for (let index = length - 1; index > 0; index -= 1) {
    const other = drawUint32(key, index) % (index + 1);
    [order[index], order[other]] = [order[other] as number, order[index] as number];
  }
  return order;
}

/** Pauses before each step of a run until the user continues, and shows what has changed since the last step. */
const MAX_EVENTS = 12;

/** `stop` ends the run. */
function observeSteps({ stepper, write }: ReplayOptions, stop: () => void): PlayObserver {
  if (stepper === undefined) return {};
  let isFree = false;
  return {
    async beforeStep(index, _step, context) {
      if (isFree) return;
      for (const line of stepLines(index, context)) write(line);
      const choice = await stepper.ask('Enter: take it, c: continue, q: quit ');
      if (choice === 'continue') isFree = true;
      if (choice === 'quit') stop();
    },
    onStep(_done, _total, { failures }) {
      for (const failure of failures) write(`  FAILED: ${printable(failure)}`);
    },
  };
}

function stepLines(index: number, { title, file, line, nowMs, events }: StepContext): string[] {
  const shown = events.slice(-MAX_EVENTS);
  const left = events.length - shown.length;
  return [
    ...(left > 0 ? [`  ${countOf(left, 'log entry', 'log entries')}, and then`] : []),
    ...shown.map((event) => `  ${eventLabel(event)}`),
    `${formatInstant(nowMs)}  step ${index + 1}, ${file}:${line}: ${printable(title)}`,
  ];
}
