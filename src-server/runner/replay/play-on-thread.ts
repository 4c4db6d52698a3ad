/**
 * The thread side of `scenario-pool.ts`: runs one job after the other and reports its steps through the job's own port.
 */
import type { MessagePort } from 'node:worker_threads';
import type { PlayJob, PlayOutcome, StepResult } from '../../scenario/run/play-outcome.ts';
import { machineFailureOf } from '../../system/machine-failure.ts';
import { brokenOutcome } from './broken-outcome.ts';
import { playScenario } from './play-scenario.ts';
import type { StartWorld } from './start-world.ts';

export interface ThreadJob<Job> {
  readonly job: Job;
  readonly port: MessagePort;
}

export type ToThread = 'stop';

export interface FromThread {
  readonly done: number;
  readonly total: number;
  readonly step: StepResult;
}

export function replayOnThread({ job, port }: ThreadJob<PlayJob>, startWorld: StartWorld): Promise<PlayOutcome> {
  const onStep = (done: number, total: number, step: StepResult) =>
    port.postMessage({ done, total, step } satisfies FromThread);
  return untilStopped(port, async (signal) => {
    try {
      return await playScenario(job, { signal, onStep }, startWorld);
    } catch (error) {
      // Error codes are lost between threads.
      if (machineFailureOf(error) === null) throw error;
      return brokenOutcome(job, error);
    }
  });
}

/** The signal aborts when the caller requests it through the port. */
export async function untilStopped<T>(port: MessagePort, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  port.on('message', (message: ToThread) => {
    if (message === 'stop') stopping.abort();
  });
  try {
    return await work(stopping.signal);
  } finally {
    port.close();
  }
}
