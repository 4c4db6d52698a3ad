/** Policies of portfolios (decision O6): when they act, when they do not, and invalid ones. */
import { afterAll, describe, expect, test } from 'vitest';
import { policy, removedPolicy } from '../../../../src-server/contract/control/portfolios/policies.ts';
import { portfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { portfolioA } from '../../../../src-server/contract/service/form-a.ts';
import { proves } from '../../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import {
  ALLIANZ,
  createSample,
  executeSample,
  LARGE,
  rebalanceOf,
  SAP,
  WORLD_ETF,
} from '../../service/sample-portfolio.ts';
import { logOf, policyLog, policyOf, putPolicy, setPolicy } from './policy-client.ts';

afterAll(stopAll);

const MONTHLY = { when: [{ calendar: { every: 'month', day: 1 } }], execute: true };
/** Already held, so that nothing is to be done at first. */
const BALANCED = {
  targets: [
    { isin: SAP, weight: 0.66 },
    { isin: ALLIANZ, weight: 0.2 },
  ],
};
const pin = (server: TestServer, isin: string, mid: number) =>
  server.sim.post('/market/pins', { isin, mid, currency: 'EUR' });
const driftOf = async (server: TestServer, id: string) =>
  (await server.sim.get(`/portfolios/${id}`)).as(portfolioView).max_drift;

async function createFormA(server: TestServer, targets: Record<string, number> | null): Promise<string> {
  const terms = { name: 'Depot', currency: 'EUR', tax_jurisdiction: 'DE' };
  const { portfolio_id: id } = (await server.a.post('/portfolios', terms)).as(portfolioA);
  if (targets === null) return id;
  const rows = Object.entries(targets).map(([isin, weight]) => ({ isin, weight }));
  expect((await server.sim.post(`/portfolios/${id}/targets`, { targets: rows })).status).toBe(200);
  return id;
}

describe('a policy', () => {
  test('is set, shown, replaced and removed', proves('O6.1'), async () => {
    const server = await startBallast();
    const id = await createSample(server);
    const path = `/portfolios/${id}/policy`;
    expect((await server.sim.get(path)).status).toBe(404);
    const set = await setPolicy(server, id, MONTHLY);
    expect(set).toMatchObject({
      portfolio_id: id,
      to: 'target',
      band_5_25: false,
      execute: true,
      triggered: 0,
      skipped: 0,
      when: [{ calendar: { every: 'month', day: 1, at: 'open+30m' } }],
      next_at: '2026-04-01T07:30:00.000Z',
      last_triggered: null,
      last_skipped: null,
      cooldown_until: null,
    });
    expect(set.next).toBe(
      'On 1 April 2026 at 07:30 UTC, if a position deviates from its target by more than 5.00 % of the portfolio, Ballast rebalances all positions to the targets.',
    );
    expect(await policyOf(server, id)).toEqual(set);
    const other = await setPolicy(server, id, {
      ...MONTHLY,
      when: [{ drift: {} }, { cash_flow: {} }],
      cooldown: '30d',
    });
    expect(other).toMatchObject({ when: [{ drift: {} }, { cash_flow: {} }], next_at: null, cooldown: '30d' });
    expect(other.next).toMatch(
      /, or after the next cash flow, if a position deviates from its target by more than 5\.00 % of the portfolio, Ballast rebalances all positions to the targets\.$/,
    );
    expect((await server.sim.delete(path)).as(removedPolicy)).toEqual({ portfolio_id: id, removed: true });
    expect((await server.sim.delete(path)).status).toBe(404);
    await server.advance('60d');
    const log = await policyLog(server);
    expect(log.map((line) => line.split(' ')[0])).toEqual(['set', 'set', 'removed']);
  });

  test('rebalances on its dates, through the commands of the service', proves('O6.3', 'O6.5'), async () => {
    const server = await startBallast();
    const id = await createSample(server);
    await setPolicy(server, id, { ...MONTHLY, settings: { drift_threshold: 0.01 } });
    await server.advance('31d');
    const { last_triggered: last, triggered, next_at: next, next: sentence } = await policyOf(server, id);
    expect([triggered, next]).toEqual([1, '2026-05-04T07:30:00.000Z']);
    expect(sentence).toMatch(
      /^On 4 May 2026 at 07:30 UTC \(the next day on which all its exchanges are open\), if a position deviates/,
    );
    expect(last).toMatchObject({ at: '2026-04-01T07:30:00.000Z', when: 'calendar' });
    expect(await rebalanceOf(server, last?.rebalance_id ?? '')).toMatchObject({ status: 'complete' });
    const marked = (await logOf(server)).filter(({ data }) => data.by === 'policy').map(({ type }) => type);
    expect(marked.slice(0, 2)).toEqual(['rebalance.created', 'rebalance.executing']);
    await server.advance('40d');
    expect((await policyLog(server)).slice(1)).toEqual([
      'triggered calendar 2026-04-01T07:30',
      'skipped calendar below_threshold 2026-05-04T07:30',
    ]);
  });

  test('that only plans leaves a plan that a client executes', proves('O6.6'), async () => {
    const server = await startBallast();
    const id = await createSample(server);
    await setPolicy(server, id, { ...MONTHLY, execute: false });
    await server.advance('30d');
    const { last_triggered: last } = await policyOf(server, id);
    const planned = last?.rebalance_id ?? '';
    expect(await rebalanceOf(server, planned)).toMatchObject({ status: 'plan_ready', simulation: false });
    expect((await server.b.post(`/rebalance/${planned}/execute`, { confirm: true })).status).toBe(202);
  });

  test('of a portfolio that is deleted ends with it', proves('O6.1'), async () => {
    const server = await startBallast();
    const id = await createSample(server);
    await setPolicy(server, id, { ...MONTHLY, when: [...MONTHLY.when, { cash_flow: {} }] });
    await server.sim.post(`/portfolios/${id}/cash-flows`, { kind: 'deposit', amount: 5, at: '2026-03-03T03:00:00Z' });
    await server.advance('18h');
    await server.sim.delete(`/portfolios/${id}`);
    await server.advance('60d');
    expect((await policyLog(server)).map((line) => line.split(' ')[0])).toEqual(['set', 'removed']);
    expect((await server.sim.get(`/portfolios/${id}/policy`)).status).toBe(404);
  });

  test('resumes after a restart, with its timers and its state', proves('O6.12'), async () => {
    const logs: string[][] = [];
    for (const isRestarted of [false, true]) {
      const dataDir = newFolder();
      let server = await startBallast({ dataDir });
      const id = await createSample(server);
      const when = [{ calendar: { every: 'month', day: 'last' } }, { cash_flow: {} }, { drift: { threshold: 0.02 } }];
      await setPolicy(server, id, { when, cooldown: '20d', execute: true });
      await server.sim.post(`/portfolios/${id}/cash-flows`, {
        kind: 'deposit',
        amount: 900,
        at: '2026-03-14T10:00:00Z',
      });
      for (const by of ['1d', '12d', '20d', '50d']) {
        await server.advance(by);
        if (!isRestarted) continue;
        await server.stop();
        server = await startBallast({ dataDir });
      }
      logs.push([...(await policyLog(server)), await server.head()]);
    }
    expect(logs[1]).toEqual(logs[0]);
    expect(logs[0]?.length).toBeGreaterThan(4);
  });
});

describe('a calendar', () => {
  const nextOf = async (calendar: object, change: Record<string, unknown> = {}) => {
    const server = await startBallast();
    const id = await createSample(server, change);
    const { next_at: next } = await setPolicy(server, id, { when: [{ calendar }], execute: true });
    await server.stop();
    return next?.slice(0, 16);
  };

  test(
    'moves from a holiday to the next day on which all exchanges of the portfolio are open',
    proves('O6.3'),
    async () => {
      // 3 April 2026 is Good Friday, 6 April Easter Monday.
      expect(await nextOf({ every: 'month', day: 3 })).toBe('2026-03-03T08:30');
      const server = await startBallast({ startAt: Date.UTC(2026, 3, 1, 12) });
      const german = await createSample(server);
      const shell = { isin: 'GB00BP6MXD84', exchange: 'XLON', quantity: 10 };
      const both = await createSample(server, { external_id: 'both', holdings: [shell] });
      const dates = [german, both].map(
        (id) => (day: number) =>
          setPolicy(server, id, { when: [{ calendar: { every: 'month', day, at: 'open' } }], execute: true }),
      );
      expect((await dates[0]?.(3))?.next_at).toBe('2026-04-07T07:00:00.000Z');
      // 1 May is closed in Frankfurt, 4 May in London.
      expect((await dates[0]?.(1))?.next_at).toBe('2026-05-04T07:00:00.000Z');
      expect((await dates[1]?.(1))?.next_at).toBe('2026-05-05T07:00:00.000Z');
    },
  );

  test.each([
    [{ every: 'month', day: 'first' }, '2026-04-01T07:30'],
    [{ every: 'month', day: 'last' }, '2026-03-31T07:30'],
    [{ every: 'quarter', day: 'first' }, '2026-04-01T07:30'],
    [{ every: 'quarter', day: 'last', at: 'open' }, '2026-03-31T07:00'],
    [{ every: 'quarter', day: 6 }, '2026-04-07T07:30'],
    [{ every: 'year', day: 'first', at: 'open+2h' }, '2027-01-04T10:00'],
    [{ every: 'year', day: 'last' }, '2026-12-30T08:30'],
    [{ every: 'year', day: 28 }, '2027-01-28T08:30'],
  ])('%j is due next at %s', proves('O6.3'), async (calendar, expected) => {
    expect(await nextOf(calendar)).toBe(expected);
  });
});

describe('a drift', () => {
  test('triggers at the tick of the monitor at which it is beyond the band', proves('O6.2'), async () => {
    const server = await startBallast();
    const id = await createSample(server, BALANCED);
    await setPolicy(server, id, { when: [{ drift: { threshold: 0.04 } }], execute: true });
    await server.advance('20m');
    expect((await policyOf(server, id)).triggered).toBe(0);
    await pin(server, SAP, 340);
    await server.advance('20m');
    expect((await policyLog(server)).slice(1)).toEqual(['triggered drift 2026-03-02T10:00']);
    await server.advance('5h');
    expect(await driftOf(server, id)).toBeLessThan(0.01);
    await pin(server, SAP, 200);
    await server.advance('1d');
    expect((await policyLog(server)).slice(2)).toEqual(['triggered drift 2026-03-02T15:15']);
  });

  test('waits for the end of the cooldown, and says so once', proves('O6.10'), async () => {
    const server = await startBallast();
    const id = await createSample(server, BALANCED);
    await setPolicy(server, id, { when: [{ drift: { threshold: 0.04 } }], cooldown: '10d', execute: true });
    await pin(server, SAP, 340);
    await server.advance('3h');
    await pin(server, SAP, 200);
    await server.advance('3h');
    expect(await policyOf(server, id)).toMatchObject({
      triggered: 1,
      skipped: 1,
      cooldown_until: '2026-03-12T09:45:00.000Z',
      last_skipped: { reason: 'cooldown', message: 'The cooldown ends at 2026-03-12T09:45:00.000Z.' },
    });
    await server.advance('12d');
    expect((await policyLog(server)).slice(1)).toEqual([
      'triggered drift 2026-03-02T09:45',
      'skipped drift cooldown 2026-03-02T12:45',
      'triggered drift 2026-03-12T09:45',
    ]);
  });

  test('waits while a rebalance is in progress, and acts once it is over', proves('O6.10'), async () => {
    const server = await startBallast();
    const { portfolioId, rebalanceId } = await executeSample(server, {
      cash: 0,
      holdings: LARGE.holdings.map((row) => ({ ...row, quantity: 20 * row.quantity })),
    });
    await setPolicy(server, portfolioId, { when: [{ drift: { threshold: 0.01 } }], execute: true });
    await server.advance('15m');
    expect(await policyOf(server, portfolioId)).toMatchObject({
      triggered: 0,
      last_skipped: {
        reason: 'in_progress',
        message: expect.stringContaining(rebalanceId),
      },
    });
    await pin(server, SAP, 400);
    await server.advance('2d');
    expect((await policyLog(server)).filter((line) => line.includes('in_progress'))).toHaveLength(1);
    expect((await policyOf(server, portfolioId)).triggered).toBeGreaterThan(0);
  });

  test('blocked by the quota waits for the next month', proves('O6.10'), async () => {
    const server = await startBallast();
    await server.sim.patch('/accounts/default', { monthly_limit: 0 });
    const id = await createSample(server);
    await setPolicy(server, id, { when: [{ drift: {} }], execute: true });
    await server.advance('20d');
    expect((await policyLog(server)).slice(1)).toEqual(['skipped drift quota 2026-03-02T09:45']);
    await server.sim.patch('/accounts/default', { monthly_limit: 5 });
    await server.advance('11d');
    expect((await policyLog(server)).slice(2)).toEqual(['triggered drift 2026-04-01T07:00']);
  });

  test('of a small target triggers at a quarter of it with the 5/25 band', proves('O6.9'), async () => {
    const server = await startBallast();
    // SAP is worth about 23 100 of 35 100 EUR, Allianz about 7 000 and cash 5 000.
    const targets = [
      { isin: SAP, weight: 0.66 },
      { isin: ALLIANZ, weight: 0.155 },
    ];
    const [five, both] = [await createSample(server, { targets }), await createSample(server, { targets })];
    await setPolicy(server, five, { when: [{ drift: { threshold: 0.05 } }], execute: true });
    await setPolicy(server, both, { when: [{ drift: {} }], band_5_25: true, execute: true });
    await server.advance('16m');
    // Allianz is more than 3.875 and less than 5 % of the portfolio above its target.
    expect([(await policyOf(server, five)).triggered, (await policyOf(server, both)).triggered]).toEqual([0, 1]);
    const { last_triggered: last } = await policyOf(server, both);
    const explained = await server.sim.get(`/rebalances/${last?.rebalance_id}`);
    expect(explained.text).toContain('beyond the band of 3.88 %');
  });

  test('goes back to the edge of the band, and no further, if so configured', proves('O6.7'), async () => {
    const server = await startBallast();
    const id = await createSample(server, BALANCED);
    await setPolicy(server, id, {
      when: [{ drift: { threshold: 0.04 } }],
      to: 'band_edge',
      cooldown: '1d',
      execute: true,
    });
    await pin(server, ALLIANZ, 350);
    await pin(server, SAP, 340);
    await server.advance('5h');
    expect((await policyOf(server, id)).triggered).toBe(1);
    expect(await driftOf(server, id)).toBeCloseTo(0.04, 3);
  });

  test(
    'is not triggered again by the rest of its own plan, and makes no empty plan',
    proves('O6.2', 'O6.7'),
    async () => {
      const server = await startBallast({ seed: 1, startAt: Date.UTC(2026, 2, 2, 10) });
      const isins = [ALLIANZ, 'FR0000052292', 'IE00BDBRDM35'];
      for (const isin of isins) await pin(server, isin, 100);
      const id = await createSample(server, {
        cash: 0,
        holdings: isins.map((isin, at) => ({
          isin,
          quantity: [57, 18, 25][at] ?? 0,
          exchange: at === 1 ? 'XPAR' : 'XETR',
        })),
        targets: isins.map((isin, at) => ({ isin, weight: [0.5, 0.25, 0.25][at] ?? 0 })),
      });
      await setPolicy(server, id, { when: [{ drift: { threshold: 0.05 } }], to: 'band_edge', execute: true });
      await server.advance('20d');
      expect(await policyOf(server, id)).toMatchObject({ triggered: 1, skipped: 0 });
      expect(await driftOf(server, id)).toBeLessThanOrEqual(0.05);
    },
  );
});

describe('a cash flow', () => {
  const deposit = (server: TestServer, id: string, change: object = {}) =>
    server.sim.post(`/portfolios/${id}/cash-flows`, { kind: 'deposit', amount: 9000, ...change });
  const WITH_FLOWS = { when: [{ cash_flow: {} }], settings: { drift_threshold: 0.01 }, execute: true };

  test('triggers at once while the exchanges are open', proves('O6.4'), async () => {
    const server = await startBallast();
    const id = await createSample(server, BALANCED);
    await setPolicy(server, id, WITH_FLOWS);
    await deposit(server, id);
    expect((await policyOf(server, id)).triggered).toBe(1);
    const types = (await logOf(server)).map(({ type }) => type);
    expect(types.indexOf('policy.triggered')).toBeGreaterThan(types.indexOf('cash_flow.booked'));
  });

  test('triggers no policy that has no condition for it', proves('O6.4'), async () => {
    const server = await startBallast();
    const id = await createSample(server, BALANCED);
    await setPolicy(server, id, MONTHLY);
    await deposit(server, id);
    await server.advance('3d');
    expect(await policyOf(server, id)).toMatchObject({ triggered: 0, skipped: 0 });
  });

  test('triggers at once in instant mode, too, where the rebalance runs to its end', proves('O6.4'), async () => {
    const server = await startBallast({ clockMode: 'instant' });
    const id = await createSample(server, BALANCED);
    await setPolicy(server, id, WITH_FLOWS);
    await deposit(server, id);
    const { last_triggered: last } = await policyOf(server, id);
    expect(await rebalanceOf(server, last?.rebalance_id ?? '')).toMatchObject({ status: 'complete' });
  });

  test('triggers at the next opening, once for all that were booked before it', proves('O6.4'), async () => {
    const server = await startBallast();
    const id = await createSample(server, BALANCED);
    await setPolicy(server, id, WITH_FLOWS);
    await deposit(server, id, { at: '2026-03-07T10:00:00Z' });
    await deposit(server, id, { at: '2026-03-08T10:00:00Z' });
    await server.advance('6d');
    expect(await policyOf(server, id)).toMatchObject({ triggered: 0, next_at: '2026-03-09T08:00:00.000Z' });
    await server.advance('1d');
    expect((await policyLog(server)).slice(1)).toEqual(['triggered cash_flow 2026-03-09T08:00']);
  });
});

describe('a policy of Form A', () => {
  const TARGETS = { [SAP]: 0.5, [WORLD_ETF]: 0.5 };
  const ON_FLOWS = { when: [{ cash_flow: {} }], execute: true };
  const pay = (server: TestServer, id: string) =>
    server.sim.post(`/portfolios/${id}/cash-flows`, { kind: 'interest', amount: 1 });

  test('executes by the command of its form, to its own targets', proves('O6.6'), async () => {
    const server = await startBallast();
    const id = await createFormA(server, TARGETS);
    await setPolicy(server, id, ON_FLOWS);
    await pay(server, id);
    const { last_triggered: last } = await policyOf(server, id);
    const marked = (await logOf(server)).filter(({ data }) => data.by === 'policy').map(({ type }) => type);
    expect(marked.slice(0, 2)).toEqual(['rebalance.requested', 'rebalance.executing']);
    await server.advance('2h');
    const rebalance = await server.a.get(`/rebalances/${last?.rebalance_id}`);
    expect(rebalance.text).toContain('"complete"');
  });

  test('that only plans makes a dry run', proves('O6.6'), async () => {
    const server = await startBallast();
    const id = await createFormA(server, TARGETS);
    await setPolicy(server, id, { ...ON_FLOWS, execute: false, to: 'band_edge' });
    await pay(server, id);
    expect((await logOf(server)).map(({ type }) => type)).toContain('rebalance.simulated');
    expect((await policyOf(server, id)).triggered).toBe(1);
  });

  test('without targets has nothing to plan', proves('O6.6', 'O6.10'), async () => {
    const server = await startBallast();
    const id = await createFormA(server, null);
    const set = await setPolicy(server, id, ON_FLOWS);
    expect(set.next).toBe('Nothing happens until the portfolio has targets.');
    await pay(server, id);
    expect((await policyOf(server, id)).last_skipped).toMatchObject({ reason: 'invalid_request' });
  });
});

describe('an invalid policy', () => {
  const drift = (change: object) => ({ when: [{ drift: change }], execute: true });
  const calendar = (change: object) => ({ when: [{ calendar: { every: 'month', ...change } }], execute: true });
  test.each([
    ['no condition', { when: [], execute: true }, ['/when']],
    ['a condition of nothing', { when: [{}], execute: true }, ['/when/0']],
    ['a condition of two', { when: [{ cash_flow: {}, drift: {} }], execute: true }, ['/when/0']],
    ['the same condition twice', { when: [{ cash_flow: {} }, { cash_flow: {} }], execute: true }, ['/when/1']],
    ['the 31st', calendar({ day: 31 }), ['/when/0/calendar/day']],
    ['day 0', calendar({ day: 0 }), ['/when/0/calendar/day']],
    ['a weekday', calendar({ day: 'monday' }), ['/when/0/calendar/day']],
    ['every week', calendar({ every: 'week' }), ['/when/0/calendar/every']],
    ['before the opening', calendar({ at: 'open-30m' }), ['/when/0/calendar/at']],
    ['long after the close', calendar({ at: 'open+9h' }), ['/when/0/calendar/at']],
    ['a band of nothing', drift({ threshold: 0 }), ['/when/0/drift/threshold']],
    ['no word on execution', { when: [{ cash_flow: {} }] }, ['/execute']],
    ['a cooldown of no length', { ...MONTHLY, cooldown: 'long' }, ['/cooldown']],
    ['an unknown goal', { ...MONTHLY, to: 'middle' }, ['/to']],
    ['an unknown setting', { ...MONTHLY, settings: { simulation: true } }, ['/settings/simulation']],
    [
      'a 5/25 band with another one',
      { ...drift({ threshold: 0.05, band_type: 'relative' }), band_5_25: true, settings: { drift_threshold: 0.03 } },
      ['/when/0/drift/threshold', '/when/0/drift/band_type', '/settings/drift_threshold'],
    ],
    [
      'plans with a wider band than that of the drift',
      { ...drift({ threshold: 0.03 }), settings: { drift_threshold: 0.05 } },
      ['/settings/drift_threshold'],
    ],
    ['the edge of a band of the portfolio', { ...drift({ trigger: 'portfolio' }), to: 'band_edge' }, ['/to']],
    [
      'an edge at other exchange rates',
      { ...drift({}), to: 'band_edge', settings: { fx_overlay: true } },
      ['/settings/fx_overlay'],
    ],
  ])('is %s', proves('O6.11'), async (_what, body, paths) => {
    const server = await shared();
    const id = await createSample(server);
    const head = await server.head();
    const response = await putPolicy(server, id, body);
    expect([response.status, response.error().details.map(({ path }) => path)]).toEqual([400, paths]);
    expect(await server.head()).toBe(head);
    expect((await server.sim.get(`/portfolios/${id}/policy`)).status).toBe(404);
  });

  test('is one whose plans have just the band that triggers it', proves('O6.11'), async () => {
    const server = await shared();
    const response = await putPolicy(server, await createSample(server), {
      ...drift({ threshold: 0.03 }),
      settings: { drift_threshold: 0.03 },
    });
    expect(response.status).toBe(200);
  });

  test(
    'is one with parameters of Form B for a portfolio of Form A, and one of no portfolio',
    proves('O6.11'),
    async () => {
      const server = await shared();
      const id = await createFormA(server, null);
      const response = await putPolicy(server, id, { ...MONTHLY, settings: { cost_budget: 5, drift_threshold: 0.1 } });
      expect(response.error().details.map(({ path }) => path)).toEqual(['/settings/cost_budget']);
      expect((await putPolicy(server, 'pf_0', MONTHLY)).status).toBe(404);
      expect((await putPolicy(server, id, { ...MONTHLY, settings: { drift_threshold: 0.1 } })).as(policy)).toBeTruthy();
    },
  );

  let once: Promise<TestServer> | null = null;
  function shared(): Promise<TestServer> {
    once ??= startBallast();
    return once;
  }
});
