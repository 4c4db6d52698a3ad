/** Decision E1 with two accounts: all keys of one see its data and no key of the other does, at any path and base. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller, TestServer } from '../../support/start-ballast.ts';
import { startBallast, stopAll } from '../../support/start-ballast.ts';
import { createA, rebalanceOfA, startA, WEIGHTS } from '../service/form-a-portfolio.ts';
import { createSample, executeSample, planFor, rebalanceOf, SAP } from '../service/sample-portfolio.ts';
import { asNewAccount, callersOf, newKey } from './account-callers.ts';

let server: TestServer;
let trader: TestServer;
let colleague: TestServer;
const ids: Record<string, string> = {};

beforeAll(async () => {
  server = await startBallast();
  trader = await asNewAccount(server, 'desk');
  colleague = { ...server, ...callersOf(server, (await newKey(server, { account_id: 'desk' })).secret) };
  ids.PORTFOLIO_A = await createA(trader);
  ids.REBALANCE_A = await startA(trader, ids.PORTFOLIO_A, { idempotency_key: 'monday' });
  const executed = await executeSample(trader);
  ids.EXECUTED = executed.rebalanceId;
  ids.PORTFOLIO_B = await createSample(trader);
  ids.PLAN_B = await planFor(trader, ids.PORTFOLIO_B);
  await server.advance('10m');
  ids.RECORD_A = (await rebalanceOfA(trader, ids.REBALANCE_A)).orders[0]?.fills[0]?.mifid_record_id ?? '';
  ids.RECORD_B = (await rebalanceOf(trader, ids.EXECUTED)).orders[0]?.fills[0]?.mifid_record_id ?? '';
});
afterAll(stopAll);

const withIds = (text: string) => Object.entries(ids).reduce((result, [name, id]) => result.replace(name, id), text);

/** Every path of the service with an identifier. */
const PATHS: readonly (readonly ['a' | 'b', string, string, unknown])[] = [
  ['a', 'POST', '/portfolios/PORTFOLIO_A/rebalance', { target_weights: WEIGHTS }],
  ['a', 'GET', '/rebalances/REBALANCE_A', null],
  ['a', 'GET', '/mifid-records/RECORD_A', null],
  ['a', 'GET', '/mifid-records/RECORD_B', null],
  ['b', 'GET', '/portfolios/PORTFOLIO_B', null],
  ['b', 'DELETE', '/portfolios/PORTFOLIO_B', null],
  ['b', 'POST', '/rebalance', { portfolio_id: 'PORTFOLIO_B' }],
  ['b', 'POST', '/rebalance', { portfolio_id: 'PORTFOLIO_B', simulation: true }],
  ['b', 'GET', '/rebalance/PLAN_B', null],
  ['b', 'POST', '/rebalance/PLAN_B/execute', { confirm: true }],
  ['b', 'DELETE', '/rebalance/PLAN_B', null],
  ['b', 'GET', '/rebalance/EXECUTED', null],
];

function ask(caller: Caller, method: string, path: string, body: unknown) {
  const headers = { 'content-type': 'application/json' };
  const init = body === null ? {} : { headers, body: withIds(JSON.stringify(body)) };
  return caller.send(method, withIds(path), init);
}

describe('to another account', () => {
  test.each(PATHS)(
    '%s %s %s is 404, as if it did not exist, and nothing is changed',
    async (form, method, path, body) => {
      const head = await server.head();
      for (const base of [form, 'both'] as const) {
        const response = await ask(server[base], method, path, body);
        expect([response.status, response.error().code]).toEqual([404, 'not_found']);
        expect(response.text).not.toContain('desk');
        const unknown = Object.keys(ids).find((name) => path.includes(name));
        if (unknown !== undefined) expect(response.text).not.toContain('account');
      }
      expect(await server.head()).toBe(head);
    },
  );

  test('its idempotency key is a new one', async () => {
    const id = await createA(server);
    const body = { target_weights: WEIGHTS, idempotency_key: 'monday' };
    const response = await server.a.post(`/portfolios/${id}/rebalance`, body);
    expect([response.status, response.headers.get('idempotency-replayed')]).toEqual([202, null]);
    expect(response.text).not.toContain(ids.REBALANCE_A);
    // And each account gets its own again.
    const again = await trader.a.post(`/portfolios/${ids.PORTFOLIO_A}/rebalance`, body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.text).toContain(ids.REBALANCE_A);
    expect((await server.a.post(`/portfolios/${id}/rebalance`, body)).text).toBe(response.text);
  });

  test('prices are the same, because they belong to nobody', async () => {
    expect((await server.b.get(`/prices/${SAP}`)).text).toBe((await trader.b.get(`/prices/${SAP}`)).text);
  });
});

describe('to another key of the account', () => {
  test.each(PATHS.filter(([, method]) => method === 'GET'))('%s %s %s exists', async (form, method, path, body) => {
    for (const base of [form, 'both'] as const) {
      const response = await ask(colleague[base], method, path, body);
      expect(response.status).toBe(200);
      expect(response.text).toBe((await ask(trader[base], method, path, body)).text);
    }
  });

  test('its idempotency keys are its own', async () => {
    const body = { idempotency_key: 'monday' };
    const response = await colleague.a.post(`/portfolios/${ids.PORTFOLIO_A}/rebalance`, body);
    expect([response.status, response.headers.get('idempotency-replayed')]).toEqual([202, 'true']);
  });

  test('a plan of one can be executed by the other', async () => {
    const rebalanceId = await planFor(trader, await createSample(trader));
    const response = await colleague.b.post(`/rebalance/${rebalanceId}/execute`, { confirm: true });
    expect(response.status).toBe(202);
  });

  test('data created with a revoked key still exists', async () => {
    const { key_id: keyId, secret } = await newKey(server, { account_id: 'desk' });
    const id = await createSample({ ...server, ...callersOf(server, secret) });
    await server.sim.delete(`/keys/${keyId}`);
    expect((await trader.b.get(`/portfolios/${id}`)).status).toBe(200);
  });
});
