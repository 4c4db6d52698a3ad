/** Tests bulk rebalances that are created, executed and stopped while a session is recorded (decision P6). */
import { afterEach, expect, test } from 'vitest';
import { bulkOf, createSamples, executeBulk, planBulk } from '../api/control/bulk/bulk-client.ts';
import { proves } from '../conformance/proves.ts';
import { startBallast, stopAll } from '../support/start-ballast.ts';
import { play, startRecording, takeRecording } from './play-recording.ts';

afterEach(stopAll);

test(
  'a recording has bulk rebalances as steps, and replays to the same log',
  proves('P6.7', 'K50', 'K51.1'),
  async () => {
    const server = await startBallast({ seed: 12 });
    const recordingId = await startRecording(server, 'now');
    const ids = await createSamples(server, 20);
    await server.sim.post('/bulk-rebalances', { filter: 'outside_band' });
    const { bulk_id: id } = await planBulk(server, { portfolio_ids: ids.slice(0, 12) });
    await executeBulk(server, id, { pace: { per_minute: 30 } });
    await server.advance('11s');
    expect((await server.sim.delete(`/bulk-rebalances/${id}`)).status).toBe(200);
    await server.advance('1d');
    expect((await bulkOf(server, id)).portfolios).toMatchObject({ complete: 6, cancelled: 6 });
    const taken = await takeRecording(server, recordingId);
    const { status, head, faults } = await play(taken);
    expect([faults, status, head], taken.text).toEqual([[], 'passed', taken.facts.head]);
  },
);
