/** The stream reports runs next to the world: their beginning, their progress and their end. */
import { afterEach, describe, expect, test } from 'vitest';
import { type RunProgress, runProgress } from '../../../src-server/contract/control/world/stream.ts';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll } from '../../support/start-ballast.ts';
import { openStream } from './stream-client.ts';

afterEach(stopAll);

const PASSING = 'rebalancing/first-rebalance.yaml';

async function untilEnded(stream: Awaited<ReturnType<typeof openStream>>): Promise<RunProgress[]> {
  const heard: RunProgress[] = [];
  for (;;) {
    const message = runProgress.parse((await stream.nextOf('progress')).data);
    heard.push(message);
    if (!['queued', 'running'].includes(message.status)) return heard;
  }
}

describe('progress', () => {
  test('of a scenario comes with its beginning and its end', proves('L140'), async () => {
    const server = await startBallast();
    const stream = await openStream(server, '?topics=progress');
    const started = await server.sim.post('/scenario-runs', { file: PASSING });
    expect(started.status).toBe(202);
    const heard = await untilEnded(stream);
    expect(heard[0]).toMatchObject({ kind: 'scenario_run', id: 'sr_1', status: 'running', done: 0 });
    const last = heard.at(-1);
    expect(last).toMatchObject({ kind: 'scenario_run', id: 'sr_1', status: 'passed' });
    expect(last?.done).toBe(last?.total);
    stream.close();
  });

  test('of a sweep counts its jobs', proves('L140'), async () => {
    const server = await startBallast();
    const stream = await openStream(server, '?topics=progress');
    const started = await server.sim.post('/sweeps', { file: PASSING, seeds: 2, vary: {} });
    expect(started.status).toBe(202);
    const heard = await untilEnded(stream);
    expect(heard[0]).toEqual({ kind: 'sweep', id: 'sw_1', status: 'running', done: 0, total: 2 });
    expect(heard.at(-1)).toEqual({ kind: 'sweep', id: 'sw_1', status: 'complete', done: 2, total: 2 });
    stream.close();
  });

  test('of a run that is stopped while it waits reports that', async () => {
    const server = await startBallast();
    const stream = await openStream(server, '?topics=progress');
    await server.sim.post('/sweeps', { file: PASSING, seeds: 1000, vary: {} });
    const waiting = await server.sim.post('/sweeps', { file: PASSING, seeds: 2, vary: {} });
    expect(waiting.status).toBe(202);
    await server.sim.delete('/sweeps/sw_2');
    const stopped = [];
    while (stopped.length === 0) {
      const message = runProgress.parse((await stream.nextOf('progress')).data);
      if (message.id === 'sw_2') stopped.push(message);
    }
    expect(stopped).toEqual([{ kind: 'sweep', id: 'sw_2', status: 'stopped', done: 0, total: 2 }]);
    await server.sim.delete('/sweeps/sw_1');
    stream.close();
  });
});
