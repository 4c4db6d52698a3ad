/**
 * The thread side of an exploration: runs one trial of its task and reports its result. Never rejects for a bad
 * command.
 */

import { parseInstant } from '../../domain/numbers/instant.ts';
import { patienceOf } from '../../explorer/patience.ts';
import { findingsOf } from '../../explorer/trial-findings.ts';
import { behaviourOf } from '../../explorer/trial-record.ts';
import type { TrialReport, TrialTask, TrialTerms } from '../../explorer/trial-task.ts';
import { askControl } from '../../scenario/run/ask-control.ts';
import { brokenResult, type JobResult } from '../../sweep/job-result.ts';
import { ClientSession } from '../../system/client-session.ts';
import { readTextFile } from '../../system/files/world-files.ts';
import { hostClock } from '../../system/host-time.ts';
import { StartupError } from '../../world/startup-error.ts';
import { createScenarioHost } from '../replay/scenario-host.ts';
import type { StartWorld } from '../replay/start-world.ts';
import { type RunClient, runSchedule } from './run-trial.ts';

export interface TrialJob {
  /** The file of the task. */
  readonly file: string;
  readonly terms: TrialTerms;
}

/** `bad`: the command, the world or a fault is invalid; `failed`: there are findings. */
export async function runTrialJob(
  { file, terms }: TrialJob,
  startWorld: StartWorld,
  signal: AbortSignal,
): Promise<JobResult> {
  const beganMs = hostClock.monotonicMs();
  try {
    await warmUp(startWorld);
    const task = taskOf(file);
    const report = await reportTrial(task, terms, startWorld, signal);
    return {
      status: report.findings.length === 0 ? 'passed' : 'failed',
      head: '',
      events: 0,
      simulatedMs: 0,
      durationMs: hostClock.monotonicMs() - beganMs,
      figures: {},
      failure: report.findings[0]?.text ?? null,
      report: JSON.stringify(report),
    };
  } catch (error) {
    if (!(error instanceof StartupError)) return brokenResult(error instanceof Error ? error.message : String(error));
    return { ...brokenResult(error.lines.join('; ')), status: 'bad', report: String(error.exitCode) };
  }
}

async function reportTrial(
  task: TrialTask,
  { schedule, sound, withStory }: TrialTerms,
  startWorld: StartWorld,
  signal: AbortSignal,
): Promise<TrialReport> {
  const client = task.isReused ? { runClient: sessionOf(task) } : {};
  const story = await runSchedule(task, schedule, { startWorld, signal, withScenario: withStory, ...client });
  const { record } = story;
  return {
    end: record.end,
    findings: sound === null ? [] : findingsOf(sound, record, task),
    faults: record.faults,
    behaviour: behaviourOf(record),
    patienceMs: patienceOf(record),
    requests: record.requests.length,
    story: withStory || sound === null ? story : null,
  };
}

/** Caches the latest task: a thread runs one exploration at a time. */
let latest: { readonly file: string; readonly task: TrialTask } | null = null;

function taskOf(file: string): TrialTask {
  if (latest?.file === file) return latest.task;
  const read = readTextFile(file);
  if (!read.ok) throw new Error(`${file}: ${read.issue}`);
  const task = JSON.parse(read.text) as TrialTask;
  latest = { file, task };
  return task;
}

/**
 * Warms up a thread before its first trial: code that runs for the first time is slow, and an impatient client would
 * treat that as a failure.
 */
let done: Promise<void> | null = null;

function warmUp(startWorld: StartWorld): Promise<void> {
  done ??= playOnce(startWorld);
  return done;
}

const START_MS = parseInstant('2026-03-02T09:30:00Z') ?? 0;
const SPAN_MS = 600_000;
const PORTFOLIO = { name: 'Warm-up', currency: 'EUR', tax_jurisdiction: 'DE' };

async function playOnce(startWorld: StartWorld): Promise<void> {
  const host = await createScenarioHost(
    { seed: 1, startAt: START_MS, driftCheckMs: null, hasClients: true },
    startWorld,
  );
  try {
    const { body } = await host.send({ base: 'A', method: 'POST', path: '/portfolios', body: PORTFOLIO });
    const { portfolio_id: id } = body as { readonly portfolio_id: string };
    const webhook = { url: '/sim/sink/warm-up' };
    await askControl(host, 'POST /webhooks', { body: webhook });
    await askControl(host, 'POST /portfolios/{id}/cash', { params: { id }, body: { amount: 10_000 } });
    const targets = { target_weights: { DE0007164600: 1 } };
    await host.send({ base: 'A', method: 'POST', path: `/portfolios/${id}/rebalance`, body: targets });
    await host.advanceTo(START_MS + SPAN_MS);
  } finally {
    await host.stop();
  }
}

/** Clients that one process runs for many trials, one for each concurrent trial; they end with their thread. */
const idle = new Map<string, ClientSession[]>();

export function sessionOf({ command, folder }: Pick<TrialTask, 'command' | 'folder'>): RunClient {
  const key = JSON.stringify([command, folder]);
  return async (task) => {
    const waiting = idle.get(key) ?? [];
    idle.set(key, waiting);
    const session = waiting.pop() ?? new ClientSession({ command, folder });
    const run = await session.run(task);
    waiting.push(session);
    return run;
  };
}

/** Call it once no trial is running any more. */
export function closeSessions(): void {
  for (const sessions of idle.values()) for (const session of sessions) session.close();
  idle.clear();
}
