/**
 * The performance of a portfolio without its flows (decision O9): compared with its values around each flow, which the
 * test reads.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dividendList } from '../../../../src-server/contract/control/portfolios/dividends.ts';
import {
  type PortfolioPerformance,
  portfolioPerformance,
} from '../../../../src-server/contract/control/portfolios/performance.ts';
import { portfolioHistoryWire } from '../../../../src-server/contract/control/portfolios/portfolio-history.ts';
import { portfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { timeline } from '../../../../src-server/contract/control/world/history.ts';
import { portfolioA } from '../../../../src-server/contract/service/form-a.ts';
import { proves } from '../../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import {
  ALLIANZ,
  createSample,
  executeSample,
  NO_PORTFOLIO,
  rebalanceOf,
  SAP,
} from '../../service/sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

const pathOf = (id: string) => `/portfolios/${id}/performance`;
const read = async (id: string, query = '', on = server): Promise<PortfolioPerformance> =>
  (await on.sim.get(`${pathOf(id)}${query}`)).as(portfolioPerformance);
const worthOf = async (id: string, on = server) =>
  (await on.sim.get(`/portfolios/${id}`)).as(portfolioView).total_value;
const flow = (id: string, kind: string, amount: number, on = server) =>
  on.sim.post(`/portfolios/${id}/cash-flows`, { kind, amount });

/** One instrument that is all of it: its target mix is itself. */
const ALL_SAP = {
  holdings: [{ isin: SAP, exchange: 'XETR', quantity: 100 }],
  cash: 0,
  targets: [{ isin: SAP, weight: 1 }],
};

describe('the performance of a portfolio', () => {
  test('is empty if no time has passed', proves('O9.1'), async () => {
    const id = await createSample(server);
    const performance = await read(id);
    expect(performance.from).toBe(performance.to);
    expect(performance.points).toHaveLength(1);
    const none = { period: null, annual: null };
    expect(performance.portfolio).toMatchObject({ gain: 0, time_weighted_return: none, money_weighted_return: none });
    expect(performance.portfolio).toMatchObject({ volatility: null, days: 0, maximum_drawdown: null });
  });

  test('links the values around each flow, and lists the flows separately', proves('O9.2', 'O9.3'), async () => {
    const own = await startBallast();
    const id = await createSample(own);
    const values = [await worthOf(id, own)];
    let growth = 1;
    for (const [kind, amount] of [
      ['deposit', 10_000],
      ['withdrawal', 5_000.5],
    ] as const) {
      await own.advance('30h');
      const [start, before] = [values.at(-1) ?? 0, await worthOf(id, own)];
      growth *= before / start;
      await flow(id, kind, amount, own);
      values.push(await worthOf(id, own));
    }
    await own.advance('30h');
    growth *= (await worthOf(id, own)) / (values.at(-1) ?? 0);
    const performance = await read(id, '', own);
    expect(performance.flows).toMatchObject([
      { kind: 'deposit', amount: 10_000 },
      { kind: 'withdrawal', amount: -5_000.5 },
    ]);
    const { portfolio } = performance;
    expect(portfolio.time_weighted_return.period).toBeCloseTo(growth - 1, 7);
    expect(portfolio.time_weighted_return.annual).toBeNull();
    // The daily points show the fall: a value between two of them, at a flow, is no peak.
    const falls = performance.points.map(({ drawdown }) => drawdown);
    expect(portfolio.maximum_drawdown?.depth ?? 0).toBe(Math.min(...falls));
    const heights = performance.points.map(({ return: gained }) => 1 + gained);
    const fallsOf = heights.map((height, index) => height / Math.max(...heights.slice(0, index + 1)) - 1);
    for (const [index, fall] of fallsOf.entries()) expect(falls[index]).toBeCloseTo(fall, 7);
    expect(portfolio).toMatchObject({ start_value: values[0], end_value: await worthOf(id, own), net_flows: 4_999.5 });
    expect(portfolio.gain).toBeCloseTo(portfolio.end_value - portfolio.start_value - 4_999.5, 2);
    // Four midnights, and the ends; a deposit appears at the next point after it.
    expect(performance.points.map(({ at }) => at.slice(0, 13))).toEqual([
      '2026-03-02T09',
      '2026-03-03T00',
      '2026-03-04T00',
      '2026-03-05T00',
      '2026-03-06T00',
      '2026-03-06T03',
    ]);
    expect(performance.points.map((point) => point.flow)).toEqual([0, 0, 10_000, -5_000.5, 0, 0]);
    expect(performance.points.at(-1)?.return).toBe(portfolio.time_weighted_return.period);
  });

  test(
    'counts flows that are booked at the instant of creation, from the initial value on',
    proves('O9.1'),
    async () => {
      const own = await startBallast();
      const id = await createSample(own);
      const opening = await worthOf(id, own);
      await flow(id, 'withdrawal', 1_000.25, own);
      await flow(id, 'fee', 125.5, own);
      await flow(id, 'interest', 0.25, own);
      const atOnce = await read(id, '', own);
      expect(atOnce.portfolio).toMatchObject({ start_value: opening, net_flows: -1_000.25, gain: -125.25 });
      await own.advance('30h');
      const { portfolio, flows, costs, income, from } = await read(id, '', own);
      expect(flows).toEqual([{ at: from, kind: 'withdrawal', amount: -1_000.25 }]);
      expect({ fees: costs.fees, interest: income.interest }).toEqual({ fees: 125.5, interest: 0.25 });
      const end = await worthOf(id, own);
      expect(portfolio).toMatchObject({ start_value: opening, end_value: end, net_flows: -1_000.25 });
      expect(portfolio.gain).toBeCloseTo(end - opening + 1_000.25, 2);
      const growth = end / (opening - 1_000.25);
      expect(portfolio.time_weighted_return.period).toBeCloseTo(growth - 1, 6);
      const history = (await own.sim.get(`/portfolios/${id}/history`)).as(portfolioHistoryWire);
      expect(history.points[0]?.nav).toBe(opening);
      expect(history.flows).toEqual(flows);
    },
  );

  test('counts holdings and cash set from outside as flows', proves('O9.2'), async () => {
    const own = await startBallast();
    const id = await createSample(own);
    await own.advance('2h');
    const before = await worthOf(id, own);
    await own.sim.post(`/portfolios/${id}/positions`, { positions: [] });
    await own.sim.post(`/portfolios/${id}/cash`, { amount: 100 });
    const { flows, portfolio } = await read(id, '', own);
    expect(flows.map(({ kind }) => kind)).toEqual(['positions_set', 'cash_set']);
    expect(flows[0]?.amount).toBeCloseTo(-(before - 5000), 2);
    expect(flows[1]?.amount).toBe(-4900);
    expect(portfolio.time_weighted_return.period).toBeCloseTo(before / portfolio.start_value - 1, 7);
  });

  test('has the same flows as the history, which lists those of its own span', proves('O9.2', 'L65.1'), async () => {
    const own = await startBallast();
    const id = await createSample(own);
    await own.advance('1h');
    await flow(id, 'deposit', 100, own);
    await flow(id, 'fee', 1, own);
    await own.advance('2d');
    await flow(id, 'withdrawal', 40, own);
    const flowsOf = async (span: string) =>
      (await own.sim.get(`/portfolios/${id}/history?span=${span}`)).as(portfolioHistoryWire).flows;
    const { flows } = await read(id, '', own);
    expect(flows).toMatchObject([{ amount: 100 }, { amount: -40 }]);
    expect([await flowsOf('all'), await flowsOf('1d')]).toEqual([flows, flows.slice(1)]);
    const { marks } = (await own.sim.get('/timeline?columns=10')).as(timeline);
    expect(marks.find(({ kind }) => kind === 'cash')?.counts).toEqual([1 + 1, 1]);
  });

  test('includes interest and fees, and states them', proves('O9.2', 'O9.8'), async () => {
    const own = await startBallast();
    const { portfolioId: id, rebalanceId } = await executeSample(own);
    await own.advance('1d');
    await flow(id, 'interest', 12.5, own);
    await flow(id, 'fee', 40, own);
    const { income, costs, flows, portfolio } = await read(id, '', own);
    expect([income, flows]).toEqual([{ dividends: 0, withholding_tax: 0, interest: 12.5, total: 12.5 }, []]);
    const fills = (await rebalanceOf(own, rebalanceId)).orders.flatMap((order) => order.fills);
    const sum = (part: 'commission' | 'spread' | 'total') => fills.reduce((total, fill) => total + fill.costs[part], 0);
    expect(costs.fees).toBe(40);
    expect(costs.commission).toBeCloseTo(sum('commission'), 2);
    expect(costs.spread).toBeCloseTo(sum('spread'), 2);
    expect(costs.total).toBeCloseTo(40 + sum('total'), 2);
    expect(portfolio.gain).toBeCloseTo(portfolio.end_value - portfolio.start_value, 2);
  });

  test(
    'counts dividends once they are paid, less the tax withheld, and never as a flow',
    proves('O2.11', 'O9.8'),
    async () => {
      const own = await startBallast({ dividends: 'on', seed: 42 });
      const holdings = [{ isin: 'FR0000120271', exchange: 'XPAR', quantity: 200 }];
      const id = await createSample(own, { holdings, cash: 100, targets: [{ isin: SAP, weight: 0.1 }] });
      await own.advance('50d');
      const { dividends } = (await own.sim.get(`/portfolios/${id}/dividends`)).as(dividendList);
      const paid = dividends.filter(({ status }) => status === 'paid');
      expect(paid.length).toBeGreaterThan(0);
      const { income, flows, portfolio } = await read(id, '', own);
      const net = paid.reduce((total, dividend) => total + (dividend.net ?? 0), 0);
      expect(income.total).toBeCloseTo(net, 2);
      expect(income.dividends + income.withholding_tax).toBeCloseTo(income.total, 2);
      expect(income.withholding_tax).toBeLessThan(0);
      expect(flows).toEqual([]);
      expect(portfolio.gain).toBeCloseTo(portfolio.end_value - portfolio.start_value, 2);
    },
  );

  test(
    'equals that of its target mix if it is its target mix, through flows of the same money',
    proves('O9.9', 'O9.6'),
    async () => {
      const own = await startBallast();
      const id = await createSample(own, ALL_SAP);
      await own.advance('20d');
      const { portfolio, target_mix: mix, points } = await read(id, '', own);
      expect(mix?.time_weighted_return.period).toBeCloseTo(portfolio.time_weighted_return.period ?? 0, 6);
      expect(mix?.volatility).toBeCloseTo(portfolio.volatility ?? 0, 6);
      expect(mix?.maximum_drawdown?.trough_at).toBe(portfolio.maximum_drawdown?.trough_at);
      expect(points.every((point) => Math.abs((point.target_mix?.value ?? 0) - point.value) < 1)).toBe(true);
      // 2026-03-03 to 2026-03-21 are whole days; 14 of them from Monday to Friday.
      expect(portfolio.days).toBe(14);
      await flow(id, 'deposit', 10_000, own);
      await own.advance('10d');
      const after = await read(id, '', own);
      // The mix invests the money in SAP at once; the portfolio has it as cash and so moves less.
      const moved = Math.abs(after.portfolio.time_weighted_return.period ?? 0);
      expect(moved).not.toBeCloseTo(Math.abs(after.target_mix?.time_weighted_return.period ?? 0), 4);
      expect(after.target_mix?.net_flows).toBe(10_000);
    },
  );

  test('has a mix that reinvests dividends, net, of the seed and manual ones', proves('O2.11', 'O9.10'), async () => {
    const own = await startBallast({ dividends: 'on', seed: 42 });
    const total = 'FR0000120271';
    const holdings = [{ isin: total, exchange: 'XPAR', quantity: 200 }];
    const id = await createSample(own, { holdings, cash: 0, targets: [{ isin: total, weight: 1 }] });
    const dividend = { kind: 'cash_dividend', isin: total, ex_at: '2026-03-12T08:00:00Z', amount: 3 };
    expect((await own.sim.post('/market/corporate-actions', dividend)).status).toBe(201);
    await own.advance('50d');
    const { dividends } = (await own.sim.get(`/portfolios/${id}/dividends`)).as(dividendList);
    const net = dividends.filter(({ status }) => status === 'paid').reduce((sum, each) => sum + (each.net ?? 0), 0);
    expect(dividends.map(({ status }) => status)).toEqual(['paid', 'paid']);
    const { portfolio, target_mix: mix } = await read(id, '', own);
    // The payment is cash in the portfolio, and has moved with the price by some per cent in the mix.
    const difference = (mix?.end_value ?? 0) - portfolio.end_value;
    expect(net).toBeGreaterThan(400);
    expect(Math.abs(difference)).toBeLessThan(0.2 * net);
  });

  test('has a mix that reinvests a dividend at its ex-date, not after it', proves('O2.11', 'O9.10'), async () => {
    const own = await startBallast();
    const id = await createSample(own, ALL_SAP);
    const ex = '2026-03-03T08:00:00Z';
    await own.sim.post('/market/corporate-actions', { kind: 'cash_dividend', isin: SAP, ex_at: ex, amount: 10 });
    await own.sim.post('/clock/advance', { to: ex, wait: true });
    const { portfolio, points, target_mix: mix } = await read(id, '', own);
    // 1 000.00 less 26.375 % of tax, which the portfolio receives later.
    expect(points.at(-1)?.receivable).toBe(736.25);
    expect((mix?.end_value ?? 0) - portfolio.end_value).toBeCloseTo(0, 1);
  });

  test('has a mix from the first targets on, and none without', proves('O9.9'), async () => {
    const own = await startBallast();
    const terms = { name: 'Household', currency: 'EUR', tax_jurisdiction: 'DE' };
    const { portfolio_id: id } = (await own.a.post('/portfolios', terms)).as(portfolioA);
    await own.sim.post(`/portfolios/${id}/positions`, { positions: ALL_SAP.holdings });
    await own.advance('2d');
    expect((await read(id, '', own)).target_mix).toBeNull();
    await own.sim.post(`/portfolios/${id}/targets`, { targets: [{ isin: ALLIANZ, weight: 0.5 }] });
    const before = await read(id, '', own);
    await own.advance('5d');
    const { portfolio, target_mix: mix } = await read(id, '', own);
    // Up to the targets it equals the portfolio.
    expect(before.portfolio.time_weighted_return.period).not.toBe(0);
    expect(mix?.time_weighted_return.period).not.toBeCloseTo(portfolio.time_weighted_return.period ?? 0, 6);
  });

  test('covers any span, by day, week or month', proves('O9.1'), async () => {
    const own = await startBallast();
    const id = await createSample(own);
    await own.advance('40d');
    const days = async (query: string) => (await read(id, query, own)).points.map(({ at }) => at.slice(0, 10));
    expect(await days('?every=week')).toEqual([
      '2026-03-02',
      '2026-03-09',
      '2026-03-16',
      '2026-03-23',
      '2026-03-30',
      '2026-04-06',
      '2026-04-11',
    ]);
    expect(await days('?every=month')).toEqual(['2026-03-02', '2026-04-01', '2026-04-11']);
    expect(await days('?from=2026-03-10T00:00:00Z&to=2026-03-12T12:00:00Z')).toEqual([
      '2026-03-10',
      '2026-03-11',
      '2026-03-12',
      '2026-03-12',
    ]);
    // Two halves are the whole.
    const [first, second, whole] = [
      await read(id, '?to=2026-03-20T10:00:00Z', own),
      await read(id, '?from=2026-03-20T10:00:00Z', own),
      await read(id, '?every=month', own),
    ].map(({ portfolio }) => 1 + (portfolio.time_weighted_return.period ?? 0));
    expect((first ?? 0) * (second ?? 0)).toBeCloseTo(whole ?? 0, 7);
    // A span that starts before the creation begins with it.
    expect((await read(id, '?from=2020-01-01T00:00:00Z', own)).from).toBe('2026-03-02T09:30:00.000Z');
  });

  test('covers the time with money, after a year of nothing', proves('O9.5'), async () => {
    const own = await startBallast({ startAt: Date.UTC(2026, 2, 2) });
    const id = await createSample(own, { holdings: [], cash: 0, targets: [{ isin: SAP, weight: 0.5 }] });
    await own.advance('365d');
    await flow(id, 'deposit', 1000, own);
    await own.advance('365d');
    await flow(id, 'interest', 99.56, own);
    const { portfolio } = await read(id, '', own);
    // 1 000.00 became 1 099.56 in 365 days: 9.956 %, of the time and of a year; 1.09956² − 1 = 20.9 % is neither.
    expect(portfolio.money_weighted_return).toEqual({ period: 0.09956, annual: 0.09956 });
    expect(portfolio.time_weighted_return).toEqual({ period: 0.09956, annual: 0.09956 });
    // 2027-03-02 is a Tuesday: of 365 days from then on 261 are from Monday to Friday, and the year before counts for none.
    expect(portfolio.days).toBe(261);
  });

  test('is −1 if everything was lost', proves('O9.4'), async () => {
    const own = await startBallast({ startAt: Date.UTC(2026, 2, 2) });
    const id = await createSample(own, { holdings: [], cash: 1000, targets: [{ isin: SAP, weight: 0.5 }] });
    await own.advance('365d');
    await flow(id, 'fee', 1000, own);
    const { portfolio } = await read(id, '', own);
    const all = { period: -1, annual: -1 };
    expect(portfolio).toMatchObject({ end_value: 0, money_weighted_return: all, time_weighted_return: all });
    expect(portfolio.maximum_drawdown?.depth).toBe(-1);
  });

  test.each(['', ' after a dividend'])(
    'has a mix that holds what another ISIN has now and the portfolio does not hold%s',
    proves('O3.8', 'O9.11', 'O9.10'),
    async (dividend) => {
      const own = await startBallast({ startAt: Date.UTC(2026, 2, 2) });
      const [before, after] = ['NL0010273215', 'US88160R1014'];
      const id = await createSample(own, { holdings: [], cash: 1000, targets: [{ isin: before, weight: 1 }] });
      const pin = async (isin: string, mid: number) => {
        expect((await own.sim.post('/market/pins', { isin, mid, currency: 'EUR' })).status).toBe(201);
      };
      const act = (action: object) => own.sim.post('/market/corporate-actions', action);
      await pin(before, 100);
      await own.sim.post('/clock/advance', { by: '1d' });
      if (dividend !== '') {
        const cash = { kind: 'cash_dividend', isin: before, ex_at: '2026-03-04T09:00:00Z', amount: 10 };
        expect((await act(cash)).status).toBe(201);
        await own.advance('35h');
        await pin(before, 90);
        await own.advance('1d');
      }
      await pin(before, 110);
      await own.advance('1d');
      expect(
        (await act({ kind: 'isin_change', isin: before, new_isin: after, ex_at: '2026-03-09T09:00:00Z' })).status,
      ).toBe(201);
      await own.advance('10d');
      await pin(after, 121);
      await own.advance('1d');
      const { portfolio, target_mix: mix } = await read(id, '', own);
      expect(portfolio.time_weighted_return.period).toBe(0);
      // 121 / 100 − 1 = 0.21. The dividend, 8.50 after 15 %, is reinvested at 90: 1.21 · (1 + 8.50 / 90) − 1 = 0.32428,
      // of 1 000.00 to the cent.
      expect(mix?.time_weighted_return.period).toBe(dividend === '' ? 0.21 : 0.32428);
    },
  );

  test(
    'has its points at midnights and flows, whatever is done to the portfolio in between',
    proves('O9.1', 'O9.9'),
    async () => {
      const performanceOf = async (isRequested: boolean) => {
        const own = await startBallast({ startAt: Date.UTC(2026, 2, 2, 18) });
        const id = await createSample(own, { ...ALL_SAP, cash: 10_000 });
        const terms = { name: 'Household', currency: 'EUR', tax_jurisdiction: 'DE' };
        const { portfolio_id: household } = (await own.a.post('/portfolios', terms)).as(portfolioA);
        await own.sim.post(`/portfolios/${household}/positions`, { positions: ALL_SAP.holdings });
        await own.sim.post(`/portfolios/${household}/targets`, { targets: ALL_SAP.targets });
        // Deep falls within the evening, which midnights do not see; nothing is traded before the morning.
        for (const mid of [200, 100, 220, 210]) {
          await own.sim.post('/market/pins', { isin: SAP, mid, currency: 'EUR' });
          if (isRequested) {
            const requests = [
              await own.a.post(`/portfolios/${household}/rebalance`, {
                target_weights: { [SAP]: 1 },
                drift_threshold: 0.01,
              }),
              await own.b.post('/rebalance', { portfolio_id: id, drift_threshold: 0.01 }),
              await own.b.post('/rebalance', { portfolio_id: id, drift_threshold: 0.01, simulation: true }),
              await own.sim.post(`/portfolios/${id}/targets`, { targets: ALL_SAP.targets }),
              await own.sim.get(pathOf(id)),
            ];
            expect(requests.map(({ status }) => status)).toEqual([mid === 200 ? 202 : 409, 201, 201, 200, 200]);
          }
          await own.advance('1h');
        }
        await own.advance('8h');
        const reported = [await read(id, '', own), await read(household, '', own)];
        return reported.map(({ points, portfolio, target_mix: mix }) => ({ points, portfolio, mix }));
      };
      const [requested, silent] = [await performanceOf(true), await performanceOf(false)];
      expect(requested).toEqual(silent);
      expect(requested[0]?.points.map(({ at }) => at.slice(8, 16))).toEqual(['02T18:00', '03T00:00', '03T06:00']);
      // 100 · 200.00 and 10 000.00 became 100 · 210.00 and 10 000.00 at midnight: no fall at all.
      expect(requested.map(({ portfolio }) => portfolio.maximum_drawdown)).toEqual([null, null]);
    },
  );

  test('has a mix unaffected by changed names and shares, held or not', proves('O3.5', 'O3.8', 'O9.11'), async () => {
    const reported = async (actions: readonly object[]) => {
      const own = await startBallast();
      const ids = [
        await createSample(own, ALL_SAP),
        await createSample(own, { ...ALL_SAP, holdings: [], cash: 23_000 }),
      ];
      for (const action of actions) expect((await own.sim.post('/market/corporate-actions', action)).status).toBe(201);
      await own.advance('20d');
      const performances = await Promise.all(ids.map((id) => read(id, '', own)));
      return performances.map(({ target_mix: mix }) => mix?.time_weighted_return.period ?? Number.NaN);
    };
    const [plain, changed] = [
      await reported([]),
      await reported([
        { kind: 'isin_change', isin: SAP, new_isin: 'DE000B000019', ex_at: '2026-03-04T09:00:00Z' },
        { kind: 'split', isin: SAP, ratio: { new: 3, old: 1 }, ex_at: '2026-03-06T09:00:00Z' },
        { kind: 'isin_change', isin: SAP, new_isin: 'US88160R1014', ex_at: '2026-03-10T09:00:00Z' },
      ]),
    ];
    expect(Math.abs(plain[0] ?? 0)).toBeGreaterThan(0.001);
    // All are of the same shares; a price of a third has its last digit elsewhere.
    for (const period of [...plain, ...changed]) expect(period).toBeCloseTo(plain[0] ?? 0, 4);
  });

  test.each([
    ['split', { kind: 'split', ratio: { new: 3, old: 1 } }],
    ['renamed', { kind: 'isin_change', new_isin: 'DE000B000019' }],
    ['delisted at its price', { kind: 'delisting', cash_price: 0 }],
  ])('continues if an instrument is %s, in the mix too', proves('O3.12', 'O9.11'), async (_what, action) => {
    const own = await startBallast();
    const id = await createSample(own, ALL_SAP);
    await own.advance('21h');
    const before = await read(id, '', own);
    const value = before.portfolio.end_value;
    const paid = 'cash_price' in action ? { cash_price: Math.round(value) / 100 } : {};
    const when = { isin: SAP, ex_at: '2026-03-03T06:31:00Z' };
    const posted = await own.sim.post('/market/corporate-actions', { ...action, ...paid, ...when });
    expect([posted.status, posted.text]).toEqual([201, expect.any(String)]);
    await own.advance('2m');
    const after = await read(id, '', own);
    // It gains nothing, except for the cent to which a price is rounded.
    expect(after.portfolio.time_weighted_return.period).toBeCloseTo(
      before.portfolio.time_weighted_return.period ?? 0,
      3,
    );
    expect(after.target_mix?.time_weighted_return.period).toBeCloseTo(
      before.target_mix?.time_weighted_return.period ?? 0,
      3,
    );
    await own.advance('10d');
    const later = await read(id, '', own);
    const ahead =
      (later.portfolio.time_weighted_return.period ?? 0) - (later.target_mix?.time_weighted_return.period ?? 0);
    expect(Math.abs(ahead)).toBeLessThan(0.0001);
  });

  test('is the same after a restart', proves('O9.12'), async () => {
    const dataDir = newFolder();
    const before = await startBallast({ dataDir });
    const { portfolioId } = await executeSample(before);
    await before.sim.post(`/portfolios/${portfolioId}/cash-flows`, { kind: 'deposit', amount: 10, every: 'week' });
    await before.advance('16d');
    const reported = await read(portfolioId, '', before);
    await before.stop();
    const after = await startBallast({ dataDir });
    expect(await read(portfolioId, '', after)).toEqual(reported);
    // The first of them was booked at the instant of creation.
    expect(reported.flows).toHaveLength(3);
  });
});

describe('an invalid request', () => {
  test.each([
    ['an end that lies ahead', '?to=2030-01-01T00:00:00Z', '/to'],
    ['an end before its creation', '?to=2020-01-01T00:00:00Z', '/to'],
    ['a beginning that lies ahead', '?from=2030-01-01T00:00:00Z', '/from'],
    ['a day that does not exist', '?from=2026-02-30T00:00:00Z', '/from'],
    ['another interval', '?every=hour', '/every'],
    ['an unknown parameter', '?span=1d', '/span'],
  ])('is %s', proves('O9.1'), async (_what, query, path) => {
    const response = await server.sim.get(`${pathOf(await createSample(server))}${query}`);
    expect([response.status, response.error().details.map((detail) => detail.path)]).toEqual([400, [path]]);
  });

  test('is one for a portfolio that does not exist', proves('O9.1'), async () => {
    expect((await server.sim.get(pathOf(NO_PORTFOLIO))).status).toBe(404);
  });
});
