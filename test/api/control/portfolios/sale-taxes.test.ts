/**
 * The tax of a plan's sells, sell by sell with their lots: in plans, comparisons and bulk rebalances (decision L135).
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  bulkRebalance,
  bulkRebalanceView,
} from '../../../../src-server/contract/control/portfolios/bulk-rebalances.ts';
import { comparison } from '../../../../src-server/contract/control/portfolios/compare.ts';
import { rebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { SaleTaxesWire } from '../../../../src-server/contract/control/portfolios/sale-taxes.ts';
import { rebalancePlan } from '../../../../src-server/contract/service/form-b.ts';
import { proves } from '../../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { ALLIANZ, createSample, SAP, WORLD_ETF } from '../../service/sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

const lot = (quantity: number, cost: number, day: string) => ({
  quantity,
  unit_cost: cost,
  acquired_at: `2020-10-${day}T10:00:00Z`,
});

/** SAP (mids of about 231 EUR) was cheap, Allianz (about 390 EUR) was dear; both are sold. */
async function portfolioWithLots(wrapper: string): Promise<string> {
  const targets = [{ isin: WORLD_ETF, weight: 0.95 }];
  const id = await createSample(server, { tax_wrapper: wrapper, targets, holdings: [], cash: 0 });
  const positions = [
    { isin: SAP, exchange: 'XETR', quantity: 100, lots: [lot(40, 100, '01'), lot(60, 200, '02')] },
    { isin: ALLIANZ, exchange: 'XETR', quantity: 2, lots: [lot(2, 2000, '03')] },
  ];
  const response = await server.sim.post(`/portfolios/${id}/positions`, { positions });
  if (response.status !== 200) throw new Error(response.text);
  return id;
}

const cents = (amount: number | null) => Math.round((amount ?? Number.NaN) * 100);
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

function expectWhole({ tax, net_gain: net, tax_rate: rate, sells, earlier }: SaleTaxesWire): void {
  expect(sumOf(sells.map((each) => cents(each.tax))) + cents(earlier?.tax ?? 0)).toBe(cents(tax));
  expect(sumOf(sells.map((each) => cents(each.gain))) + cents(earlier?.gain ?? 0)).toBe(cents(net));
  expect(cents(tax)).toBe(Math.round(Math.max(0, cents(net)) * rate));
  for (const { gain, lots } of sells) expect(sumOf(lots.map((each) => cents(each.gain)))).toBe(cents(gain));
}

test('a plan states it order by order, next to its costs', proves('L135.1', 'L135.2'), async () => {
  const id = await portfolioWithLots('Depot');
  const plan = (await server.b.post('/rebalance', { portfolio_id: id, simulation: true })).as(rebalancePlan);
  const { sale_taxes: taxes, rebalance } = (await server.sim.get(`/rebalances/${plan.rebalance_id}`)).as(rebalanceView);
  if (taxes === null) throw new Error('the plan has no taxes');
  expectWhole(taxes);
  expect(taxes.tax).toBe(plan.tax_estimate);
  expect(taxes.tax_rate).toBe(0.26375);
  const sells = rebalance.orders.filter(({ side }) => side === 'sell');
  expect(taxes.sells.map(({ sequence, isin }) => [sequence, isin])).toEqual(
    sells.map(({ sequence, isin }) => [sequence, isin]),
  );
  expect(taxes.sells.map(({ lots }) => lots)).toEqual(sells.map(({ lots }) => lots));
  const [sap, allianz] = [SAP, ALLIANZ].map((isin) => taxes.sells.find((each) => each.isin === isin));
  expect(sap?.lots.map(({ acquired_at: at }) => at?.slice(0, 10))).toEqual(['2020-10-01', '2020-10-02']);
  expect(sap?.tax).toBeGreaterThan(0);
  // Its loss saves tax on the gain of the other.
  expect(allianz?.gain).toBeLessThan(0);
  expect(allianz?.tax).toBeLessThan(0);
});

test('retains the planned values once orders are filled', proves('L135.1'), async () => {
  const id = await portfolioWithLots('Depot');
  const { rebalance_id: plan } = (await server.b.post('/rebalance', { portfolio_id: id })).as(rebalancePlan);
  const view = async () => (await server.sim.get(`/rebalances/${plan}`)).as(rebalanceView);
  const before = (await view()).sale_taxes;
  await server.b.post(`/rebalance/${plan}/execute`, { confirm: true });
  await server.sim.post('/clock/advance', { by: '4h', wait: true });
  const after = await view();
  expect(after.rebalance.orders.some(({ fills }) => fills.length > 0)).toBe(true);
  expect(after.sale_taxes).toEqual(before);
});

test('gains inside a wrapper that is not taxed are shown without a tax', proves('G39.1', 'L135.1'), async () => {
  const id = await portfolioWithLots('PEA');
  const plan = (await server.b.post('/rebalance', { portfolio_id: id, simulation: true })).as(rebalancePlan);
  const { sale_taxes: taxes } = (await server.sim.get(`/rebalances/${plan.rebalance_id}`)).as(rebalanceView);
  expect(taxes).toMatchObject({ tax_rate: 0, tax: 0 });
  expect(taxes?.sells.map(({ tax }) => tax)).toEqual(taxes?.sells.map(() => 0));
  expect(taxes?.net_gain).not.toBe(0);
});

test('a comparison states it for each of its plans', proves('L135.3', 'L80'), async () => {
  const id = await portfolioWithLots('Depot');
  const variants = [{ name: 'all' }, { name: 'little', cost_budget: 3 }, { name: 'none', cost_budget: 0 }];
  const compared = (await server.sim.post('/compare', { portfolio_id: id, variants })).as(comparison);
  for (const variant of compared.variants) {
    expectWhole(variant.sale_taxes);
    expect(variant.sale_taxes.tax).toBe(variant.tax_estimate);
  }
  expect(compared.variants.map(({ sale_taxes: { sells } }) => sells.length > 0)).toEqual([true, true, false]);
});

test('a bulk rebalance states it for each plan and in total', proves('P6.6', 'L135.4'), async () => {
  const ids = [await portfolioWithLots('Depot'), await portfolioWithLots('Depot')];
  const started = await server.sim.post('/bulk-rebalances', { portfolio_ids: ids, wait: true });
  const { bulk_id: bulk } = started.as(bulkRebalance);
  const { rows, planned } = (await server.sim.get(`/bulk-rebalances/${bulk}`)).as(bulkRebalanceView);
  for (const { rebalance_id: id, planned: figures } of rows) {
    const { sale_taxes: taxes } = (await server.sim.get(`/rebalances/${id}`)).as(rebalanceView);
    expect(figures?.tax_estimate).toBe(taxes?.tax);
    expect(figures?.tax_estimate).toBeGreaterThan(0);
  }
  expect(planned.map(({ tax_estimate: tax }) => cents(tax))).toEqual([
    sumOf(rows.map((row) => cents(row.planned?.tax_estimate ?? null))),
  ]);
});

test(
  'a plan, a comparison and a bulk say by how much the cash falls short of the tax due',
  proves('L135.5'),
  async () => {
    const id = await portfolioWithLots('Depot');
    // Nothing is left for cash.
    const targets = { targets: [{ isin: WORLD_ETF, weight: 1 }] };
    expect((await server.sim.post(`/portfolios/${id}/targets`, targets)).status).toBe(200);
    const plan = (await server.b.post('/rebalance', { portfolio_id: id })).as(rebalancePlan);
    const view = async () => (await server.sim.get(`/rebalances/${plan.rebalance_id}`)).as(rebalanceView);
    const { tax_cover: planned } = await view();
    expect(planned).toMatchObject({ owed: 0, due: plan.tax_estimate });
    expect(cents(planned?.missing ?? null)).toBe(cents(plan.tax_estimate) - cents(plan.cash_after));
    const compared = await server.sim.post('/compare', { portfolio_id: id, variants: [{}, { cost_budget: 0 }] });
    const covers = compared.as(comparison).variants.map(({ tax_cover: cover }) => cover);
    expect(covers).toEqual([planned, { owed: 0, due: 0, missing: 0 }]);
    const started = await server.sim.post('/bulk-rebalances', { portfolio_ids: [id], wait: true });
    const bulk = `/bulk-rebalances/${started.as(bulkRebalance).bulk_id}`;
    const rowsOf = async () => (await server.sim.get(bulk)).as(bulkRebalanceView);
    expect((await rowsOf()).rows[0]?.planned?.tax_missing).toBe(planned?.missing);

    expect((await server.sim.post(`${bulk}/execute`, {})).status).toBe(202);
    await server.sim.post('/clock/advance', { by: '1d', wait: true });
    const { rows, traded } = await rowsOf();
    const result = (await server.sim.get(`/rebalances/${rows[0]?.rebalance_id}`)).as(rebalanceView);
    const { tax_cover: cover, measured, realised_taxes: taxes } = result;
    const realised = sumOf(taxes.map(({ tax }) => cents(tax)));
    expect(realised).toBeGreaterThan(0);
    expect(cents(cover?.due ?? null)).toBe(realised);
    expect(cents(cover?.missing ?? null)).toBe(realised - cents(measured?.cash ?? null));
    expect(rows[0]?.traded?.tax_missing).toBe(cover?.missing);
    expect(traded.map(({ tax_estimate: tax }) => cents(tax))).toEqual([realised]);

    // Tax that is owed by now counts for the next plan, also if it sells nothing.
    const [later] = (await server.sim.post('/compare', { portfolio_id: id, variants: [{ cost_budget: 0 }] })).as(
      comparison,
    ).variants;
    expect(cents(later?.tax_cover.owed ?? null)).toBe(realised);
  },
);
