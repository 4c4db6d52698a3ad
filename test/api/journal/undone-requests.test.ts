/** The journal marks requests of a time that was undone: their events are not in this world. */
import { afterEach, expect, test } from 'vitest';
import type { Archive } from '../../../src-server/contract/control/world/archive.ts';
import { journalDetail, journalList } from '../../../src-server/contract/control/world/journal.ts';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { createSample, planFor, SAP } from '../service/sample-portfolio.ts';

afterEach(stopAll);

const listOf = async (server: TestServer) => (await server.sim.get('/journal')).as(journalList).entries;
const marks = async (server: TestServer) => (await listOf(server)).map(({ operation, undone }) => [operation, undone]);

/** A world with a portfolio that was restored to an hour earlier, after a plan and a read. */
async function takenBack() {
  const server = await startBallast({ seed: 11 });
  const portfolioId = await createSample(server);
  await server.sim.post('/snapshots', { name: 'before' });
  await server.advance('1h');
  await planFor(server, portfolioId);
  await server.b.get(`/portfolios/${portfolioId}`);
  await server.sim.post('/snapshots/before/restore');
  return { server, portfolioId };
}

test('later requests are undone and name no entries of the log', proves('L35', 'L49.3'), async () => {
  const { server } = await takenBack();
  await server.b.get(`/prices/${SAP}`);
  expect(await marks(server)).toEqual([
    ['getPrices', false],
    ['getPortfolio', true],
    ['createPlan', true],
    ['createPortfolio', false],
  ]);
  const plan = (await listOf(server)).find(({ operation }) => operation === 'createPlan');
  expect(plan).toMatchObject({ first_event: null, last_event: null });
  const detail = (await server.sim.get(`/journal/${plan?.request_id}`)).as(journalDetail);
  expect(detail).toMatchObject({ undone: true, first_event: null });
});

test('an archive says which requests were undone', proves('L37'), async () => {
  const { server } = await takenBack();
  const { log } = JSON.parse((await server.sim.get('/journal.har')).text) as Archive;
  expect(log.entries.map(({ _operation: operation, _undone: undone }) => [operation, undone])).toEqual([
    ['createPortfolio', false],
    ['createPlan', true],
    ['getPortfolio', true],
  ]);
});

test('a plan whose number was given again belongs to this world', proves('L35'), async () => {
  const { server, portfolioId } = await takenBack();
  await planFor(server, portfolioId);
  const [plan] = await listOf(server);
  expect(plan).toMatchObject({ operation: 'createPlan', undone: false });
  expect(plan?.first_event).not.toBeNull();
});

test(
  'a journal that was cleared counts from 1 again, and nothing in it was undone',
  proves('L32.5', 'L35'),
  async () => {
    const { server } = await takenBack();
    await server.sim.delete('/journal');
    const portfolioId = await createSample(server, { external_id: 'Later' });
    await planFor(server, portfolioId);
    const [plan, creation] = await listOf(server);
    expect(creation).toMatchObject({ seq: 1, undone: false });
    expect(plan?.undone).toBe(false);
    const found = await server.sim.get(`/trace/${plan?.request_id}`);
    expect(JSON.parse(found.text).nodes.map(({ kind }: { kind: string }) => kind)).toContain('command');
  },
);
