/**
 * Tests that constraints set while a session is recorded become a step, and that its replay plans under them
 * (decision O5).
 */
import { afterEach, expect, test } from 'vitest';
import { portfolioView } from '../../src-server/contract/control/portfolios/portfolios.ts';
import { createSample, planFor, SAP } from '../api/service/sample-portfolio.ts';
import { proves } from '../conformance/proves.ts';
import { startBallast, stopAll } from '../support/start-ballast.ts';
import { play, startRecording, takeRecording } from './play-recording.ts';

afterEach(stopAll);

test('a recording has constraints as a step, and replays to the same log', proves('O5.1', 'K50'), async () => {
  const server = await startBallast();
  const recordingId = await startRecording(server, 'now');
  const id = await createSample(server);
  const body = JSON.stringify({ do_not_sell: [SAP], whole_shares: true });
  const headers = { 'content-type': 'application/json' };
  expect((await server.sim.send('PUT', `/portfolios/${id}/constraints`, { headers, body })).status).toBe(200);
  await planFor(server, id);
  expect((await server.sim.get(`/portfolios/${id}`)).as(portfolioView).portfolio_id).toBe(id);
  const taken = await takeRecording(server, recordingId);
  expect(taken.text).toMatch(/portfolio: \S+\n\s+constraints:\n?\s*\{?\s*do_not_sell/);
  const { status, head, faults } = await play(taken);
  expect([faults, status, head]).toEqual([[], 'passed', taken.facts.head]);
});
