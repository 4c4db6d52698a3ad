/**
 * A dividend between its ex-date and its pay date (decisions O2, O9): part of the value, net of the tax to be withheld,
 * at current rates, and shown separately wherever a value is shown.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { labRun, labRunFacts } from '../../../../src-server/contract/control/lab/lab-runs.ts';
import { dividendList } from '../../../../src-server/contract/control/portfolios/dividends.ts';
import { portfolioPerformance } from '../../../../src-server/contract/control/portfolios/performance.ts';
import { portfolioHistoryWire } from '../../../../src-server/contract/control/portfolios/portfolio-history.ts';
import { portfolioList, portfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { historicalWorld } from '../../../../src-server/contract/control/world/history.ts';
import { portfolioA } from '../../../../src-server/contract/service/form-a.ts';
import { portfolioB } from '../../../../src-server/contract/service/form-b.ts';
import { proves } from '../../../conformance/proves.ts';
import { fixture, replayReported } from '../../../support/replay.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { untilEnded } from '../../../support/until-over.ts';
import { createSample, planFor } from '../../service/sample-portfolio.ts';

afterAll(stopAll);

const VODAFONE = 'GB00BP6MXD84';
const SAP = 'DE0007164600';
const TOTAL = 'FR0000120271';
const NOVARTIS = 'CH0012005267';
const FTSE = 'IE00B3RBWM25';

const to = async (instant: string, on: TestServer) => {
  const { status, text } = await on.sim.post('/clock/advance', { to: instant, wait: true, wait_ms: 600_000 });
  if (status !== 200) throw new Error(text);
};
const pin = async (isin: string, mid: number, on: TestServer, currency = 'GBP') => {
  expect((await on.sim.post('/market/pins', { isin, mid, currency })).status).toBe(201);
};
const viewOf = async (id: string, on: TestServer) => (await on.sim.get(`/portfolios/${id}`)).as(portfolioView);
const performanceOf = async (id: string, on: TestServer, query = '') =>
  (await on.sim.get(`/portfolios/${id}/performance${query}`)).as(portfolioPerformance);
const dividendsOf = async (id: string, on: TestServer) =>
  (await on.sim.get(`/portfolios/${id}/dividends`)).as(dividendList).dividends;

/** 100 at 50.00, ex 4 March at 45.00, 5.00 paid on 15 April; nothing is withheld at a British source. */
const ISA = {
  currency: 'GBP',
  tax_wrapper: 'ISA',
  cash: 0,
  holdings: [{ isin: VODAFONE, exchange: 'XLON', quantity: 100 }],
  targets: [{ isin: VODAFONE, weight: 1 }],
};
const DIVIDEND = { kind: 'cash_dividend', isin: VODAFONE, ex_at: '2026-03-04T08:00:00Z', amount: 5 };

async function goneEx(options = {}): Promise<{ readonly own: TestServer; readonly id: string }> {
  const own = await startBallast(options);
  await pin(VODAFONE, 50, own);
  const id = await createSample(own, ISA);
  const dividend = { ...DIVIDEND, pay_at: '2026-04-15T08:00:00Z' };
  expect((await own.sim.post('/market/corporate-actions', dividend)).status).toBe(201);
  await to('2026-03-04T08:00:00Z', own);
  await pin(VODAFONE, 45, own);
  return { own, id };
}

describe('a dividend that has accrued', () => {
  test(
    'is neither a loss at its ex-date nor a gain when it is paid',
    proves('O2.8', 'O2.11', 'O9.10', 'O9.8'),
    async () => {
      const { own, id } = await goneEx();
      await to('2026-03-31T00:00:00Z', own);
      // 100 · 45.00 and 100 · 5.00 are 5 000.00 as before.
      expect(await viewOf(id, own)).toMatchObject({ total_value: 5000, receivable: 500, cash: 0 });
      const whole = { time_weighted_return: { period: 0 }, money_weighted_return: { period: 0 }, gain: 0 };
      const calm = { ...whole, volatility: 0, maximum_drawdown: null };
      const before = await performanceOf(id, own);
      expect(before).toMatchObject({ portfolio: calm, target_mix: calm, income: { dividends: 0 } });
      expect(before.points.at(-1)).toMatchObject({ value: 5000, receivable: 500, return: 0, drawdown: 0 });
      await to('2026-04-16T00:00:00Z', own);
      expect(await viewOf(id, own)).toMatchObject({ total_value: 5000, receivable: 0, cash: 500 });
      const after = await performanceOf(id, own);
      expect(after).toMatchObject({ portfolio: calm, target_mix: calm, income: { dividends: 500 } });
      expect(after.points.at(-1)).toMatchObject({ value: 5000, receivable: 0 });
    },
  );

  test('remains with a holder who sold the shares in between', proves('O2.8', 'O9.10', 'O9.2'), async () => {
    const { own, id } = await goneEx();
    const half = [{ isin: VODAFONE, weight: 0 }];
    expect((await own.sim.post(`/portfolios/${id}/targets`, { targets: half })).status).toBe(200);
    const planId = await planFor(own, id);
    expect((await own.b.post(`/rebalance/${planId}/execute`, { confirm: true })).status).toBe(202);
    await to('2026-03-31T00:00:00Z', own);
    const [sold, { portfolio, costs }] = [await viewOf(id, own), await performanceOf(id, own)];
    expect([sold.holdings, sold.receivable]).toEqual([[], 500]);
    // The only loss is the cost of the sale.
    expect(costs.total).toBeGreaterThan(0);
    expect(portfolio.gain).toBeCloseTo(-costs.total, 2);
    expect(sold.total_value).toBeCloseTo(5000 - costs.total, 2);
    // And manually: a removed position is no loss, and the claim remains.
    const by = await goneEx();
    await by.own.sim.post(`/portfolios/${by.id}/positions`, { positions: [] });
    await to('2026-04-16T00:00:00Z', by.own);
    const { portfolio: taken, flows } = await performanceOf(by.id, by.own);
    expect(flows).toMatchObject([{ kind: 'positions_set', amount: -4500 }]);
    expect(taken).toMatchObject({ end_value: 500, gain: 0, time_weighted_return: { period: 0 } });
  });

  test(
    'does not change what is traded: weights, drift, plans, and everything under /v1',
    proves('O2.8', 'G2'),
    async () => {
      const { own, id } = await goneEx();
      const shown = (await own.b.get(`/portfolios/${id}`)).as(portfolioB);
      expect(shown).toMatchObject({ cash: { amount: 0, weight: 0 }, drift: { total_value: 4500, max_drift: 0 } });
      expect(shown.holdings).toMatchObject([{ value: 4500, weight: 1 }]);
      expect(await viewOf(id, own)).toMatchObject({
        max_drift: 0,
        drift: { total_value: 4500 },
        holdings: [{ weight: 1 }],
      });
      const refused = await own.b.post('/rebalance', { portfolio_id: id });
      expect(refused.status).toBe(422);
    },
  );

  test('is shown in lists, in the history, on the timeline, and after a restart', proves('O2.8', 'L65.2'), async () => {
    const dataDir = newFolder();
    const { own, id } = await goneEx({ dataDir });
    await to('2026-03-05T00:00:00Z', own);
    const readViews = async (on: TestServer) => {
      const { portfolios } = (await on.sim.get('/portfolios')).as(portfolioList);
      const { points } = (await on.sim.get(`/portfolios/${id}/history?span=all`)).as(portfolioHistoryWire);
      const { events } = JSON.parse((await on.sim.get('/fingerprint')).text);
      const past = (await on.sim.get(`/timeline/world?after=${events}`)).as(historicalWorld);
      return { listed: portfolios[0], points, past };
    };
    const reported = await readViews(own);
    const worth = { nav: 5000, receivable: 500 };
    expect(reported.listed).toMatchObject({ total_value: 5000, receivable: 500 });
    expect(reported.points.at(-1)).toMatchObject({ ...worth, max_drift: 0, portfolio_drift: 0 });
    expect(reported.points.find(({ at }) => at === '2026-03-04T08:00:00.000Z')).toMatchObject(worth);
    expect(reported.points.find(({ at }) => at === '2026-03-04T07:59:59.999Z')).toMatchObject({
      nav: 5000,
      receivable: 0,
    });
    expect(reported.past).toMatchObject({ portfolios: [{ ...worth, max_drift_bps: 0 }], holdings: [{ weight: 1 }] });
    await own.stop();
    expect(await readViews(await startBallast({ dataDir, seed: null }))).toEqual(reported);
  });
});

describe('withholding tax is lost at the ex-date', () => {
  const FORM_A = ['DE', 'FR', 'GB', 'NL', 'IT', 'ES'];
  const FORM_B = [
    ['Depot', 'EUR'],
    ['PEA', 'EUR'],
    ['SIPP', 'GBP'],
    ['GIA', 'GBP'],
  ] as const;
  test.each([SAP, TOTAL, NOVARTIS])(
    'of %s, by residence and wrapper, in the portfolio as in its mix',
    proves('O2.11', 'O9.10'),
    async (isin) => {
      const own = await startBallast();
      const exchange = isin === SAP ? 'XETR' : isin === TOTAL ? 'XPAR' : 'XSWX';
      const currency = isin === NOVARTIS ? 'CHF' : 'EUR';
      await pin(isin, 100, own, currency);
      for (const [code, per_eur] of [
        ['CHF', 0.95],
        ['GBP', 0.85],
      ] as const)
        expect((await own.sim.post('/market/pins', { currency: code, per_eur })).status).toBe(201);
      const contents = { holdings: [{ isin, exchange, quantity: 1000 }], targets: [{ isin, weight: 1 }], cash: 0 };
      const ids: string[] = [];
      for (const tax_jurisdiction of FORM_A) {
        const terms = { name: tax_jurisdiction, currency: 'EUR', tax_jurisdiction };
        const { portfolio_id: id } = (await own.a.post('/portfolios', terms)).as(portfolioA);
        await own.sim.post(`/portfolios/${id}/positions`, { positions: contents.holdings });
        await own.sim.post(`/portfolios/${id}/cash`, { amount: 0 });
        await own.sim.post(`/portfolios/${id}/targets`, { targets: contents.targets });
        ids.push(id);
      }
      for (const [tax_wrapper, of] of FORM_B) {
        const terms = { ...contents, tax_wrapper, currency: of, external_id: tax_wrapper };
        const made = await own.b.post('/portfolios', terms);
        // A PEA holds no Swiss shares.
        if (made.status === 201) ids.push(made.as(portfolioB).portfolio_id);
      }
      await to('2026-03-03T00:00:00Z', own);
      const action = { kind: 'cash_dividend', isin, ex_at: '2026-03-03T08:00:00Z', pay_at: '2026-03-06T08:00:00Z' };
      expect((await own.sim.post('/market/corporate-actions', { ...action, amount: 10 })).status).toBe(201);
      await to('2026-03-03T08:00:00Z', own);
      await pin(isin, 90, own, currency);
      await to('2026-03-05T00:00:00Z', own);
      const query = '?from=2026-03-03T00:00:00Z';
      for (const id of ids) {
        const [dividend] = await dividendsOf(id, own);
        const rate = dividend?.withholding_rate ?? Number.NaN;
        // 90.00 and 10.00 · (1 − rate) of 100.00.
        const { portfolio, target_mix: mix } = await performanceOf(id, own, query);
        expect(portfolio.time_weighted_return.period).toBeCloseTo(-0.1 * rate, 6);
        expect(mix?.time_weighted_return.period).toBeCloseTo(-0.1 * rate, 6);
      }
      const accrued = await Promise.all(ids.map((id) => viewOf(id, own)));
      await to('2026-03-06T08:00:00Z', own);
      for (const [index, { receivable, cash, total_value: value }] of accrued.entries()) {
        const paid = await viewOf(ids[index] ?? '', own);
        // The paid amount equals the receivable, to the cent.
        expect(paid).toMatchObject({ receivable: 0, total_value: value });
        expect(paid.cash - cash).toBeCloseTo(receivable, 6);
      }
      expect(new Set(accrued.map(({ receivable }) => receivable)).size).toBeGreaterThan(1);
    },
  );
});

test(
  'a dividend of the seed reduces the value by its tax, and by nothing else, in any currency',
  proves('O2.8', 'O2.11', 'O9.10'),
  async () => {
    const [paying, other] = [await startBallast({ dividends: 'on', seed: 42 }), await startBallast({ seed: 42 })];
    const placed = [
      [TOTAL, 'XPAR', 'EUR'],
      [NOVARTIS, 'XSWX', 'EUR'],
      [NOVARTIS, 'XSWX', 'CHF'],
      [FTSE, 'XLON', 'EUR'],
      [FTSE, 'XETR', 'GBP'],
    ] as const;
    const create = (on: TestServer) =>
      Promise.all(
        placed.map(([isin, exchange, currency]) => {
          const holdings = [{ isin, exchange, quantity: 1000 }];
          const tax_wrapper = currency === 'GBP' ? 'GIA' : 'Depot';
          return createSample(on, { holdings, cash: 0, targets: [{ isin, weight: 1 }], currency, tax_wrapper });
        }),
      );
    const [ids, same] = [await create(paying), await create(other)];
    await to('2026-04-20T20:00:00Z', paying);
    const dividends = (await Promise.all(ids.map((id) => dividendsOf(id, paying)))).map(([dividend]) => dividend);
    const inOrder = [...new Set(dividends.map((dividend) => dividend?.ex_at ?? ''))].toSorted();
    expect(inOrder).toHaveLength(3);
    for (const exAt of inOrder) {
      await to(exAt, other);
      for (const [index, dividend] of dividends.entries()) {
        if (dividend?.ex_at !== exAt) continue;
        const { points } = (await paying.sim.get(`/portfolios/${ids[index]}/history?span=all`)).as(
          portfolioHistoryWire,
        );
        const { nav, receivable } = points.find(({ at }) => at === exAt) ?? { nav: 0, receivable: 0 };
        // The shares lost the gross dividend; the tax withheld from it is not receivable.
        const without = (await viewOf(same[index] ?? '', other)).total_value;
        const taxed = (receivable / (1 - dividend.withholding_rate)) * dividend.withholding_rate;
        expect(receivable).toBeGreaterThan(0);
        expect(nav).toBeCloseTo(without - taxed, 0);
      }
    }
  },
);

test('a report of a run shows the receivable at its end', proves('O2.8', 'K22'), async () => {
  const folder = newFolder();
  // The scenario of the library up to the ex-date: 1 200.00 less 26.375 % are 883.50.
  const text = readFileSync(fixture('life/special-dividend'), 'utf8');
  const steps = text.slice(0, text.indexOf('  - until:'));
  const [file, html] = [join(folder, 'until-ex.yaml'), join(folder, 'report.html')];
  writeFileSync(file, steps);
  const { scenarios } = await replayReported([file], { html });
  const [portfolio] = scenarios[0]?.figures?.portfolios ?? [];
  const held = (portfolio?.holdings ?? []).reduce((sum, { value }) => sum + value, 0);
  expect(portfolio?.receivable).toBe(883.5);
  expect(portfolio?.nav).toBeCloseTo(held + (portfolio?.cash ?? 0) + 883.5, 2);
  expect(readFileSync(html, 'utf8')).toMatch(/Receivable dividends<\/td>.*883\.50/);
});

test('a lab run begins with the receivable as cash', { ...proves('P1.4', 'O2.8'), tags: ['deep'] }, async () => {
  const { own, id } = await goneEx();
  await own.sim.post(`/portfolios/${id}/positions`, { positions: [] });
  await own.sim.post(`/portfolios/${id}/cash`, { amount: 100 });
  const request = { name: 'From the ex-date', portfolios: [id], policies: [{ name: 'Hold' }] };
  const body = { ...request, to: '2026-06-04T00:00:00Z', check: 'month', paths: { seeds: '1' } };
  const { lab_run_id: run } = (await own.sim.post('/lab-runs', body)).as(labRunFacts);
  const ended = await untilEnded(async () => (await own.sim.get(`/lab-runs/${run}`)).as(labRun));
  const [hold] = ended.results[0]?.policies ?? [];
  // 100.00 and 500.00.
  expect(hold?.measures.find(({ name }) => name === 'value_at_end')?.mean).toBe(600);
});
