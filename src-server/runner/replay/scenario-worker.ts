/** The thread side of `scenario-pool.ts`: plays one job after the other and tells its steps through the job's own port. */
import type { MessagePort } from 'node:worker_threads';
import type { PlayJob, PlayOutcome, StepResult } from '../../scenario/run/play-outcome.ts';
import { playScenario } from './play-scenario.ts';

export interface ThreadJob {
  readonly job: PlayJob;
  readonly port: MessagePort;
}

export type ToPlay = 'stop';

export interface FromPlay {
  readonly done: number;
  readonly total: number;
  readonly step: StepResult;
}

export async function playOnThread({ job, port }: ThreadJob): Promise<PlayOutcome> {
  const stopping = new AbortController();
  port.on('message', (message: ToPlay) => {
    if (message === 'stop') stopping.abort();
  });
  try {
    return await playScenario(job, {
      signal: stopping.signal,
      onStep: (done, total, step) => port.postMessage({ done, total, step } satisfies FromPlay),
    });
  } finally {
    port.close();
  }
}
