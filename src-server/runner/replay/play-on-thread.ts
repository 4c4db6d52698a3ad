/**
 * The thread side of `scenario-pool.ts`: plays one job after the other and reports its steps through the job's own
 * port.
 */
import type { MessagePort } from 'node:worker_threads';
import type { PlayJob, PlayOutcome, StepResult } from '../../scenario/run/play-outcome.ts';
import { playScenario } from './play-scenario.ts';
import type { StartWorld } from './start-world.ts';

export interface ThreadJob {
  readonly job: PlayJob;
  readonly port: MessagePort;
}

export type ToThread = 'stop';

export interface FromThread {
  readonly done: number;
  readonly total: number;
  readonly step: StepResult;
}

export async function playJob({ job, port }: ThreadJob, startWorld: StartWorld): Promise<PlayOutcome> {
  const stopping = new AbortController();
  port.on('message', (message: ToThread) => {
    if (message === 'stop') stopping.abort();
  });
  const onStep = (done: number, total: number, step: StepResult) =>
    port.postMessage({ done, total, step } satisfies FromThread);
  try {
    return await playScenario(job, { signal: stopping.signal, onStep }, startWorld);
  } finally {
    port.close();
  }
}
