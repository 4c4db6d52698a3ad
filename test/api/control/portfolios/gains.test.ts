/**
 * Lots and realised gains over HTTP (decisions G5, L): the lots of a sell, the gains of a tax year, in JSON and CSV.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gainsReport, lotList } from '../../../../src-server/contract/control/portfolios/gains.ts';
import { portfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { portfolioA } from '../../../../src-server/contract/service/form-a.ts';
import { rebalanceB, rebalancePlan } from '../../../../src-server/contract/service/form-b.ts';
import { proves } from '../../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { createA } from '../../service/form-a-portfolio.ts';
import { createSample, NO_PORTFOLIO, SAP, WORLD_ETF } from '../../service/sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

/** 100 SAP in three lots, at mids of about 231 EUR; nothing else. */
const LOTS = [
  { quantity: 40, unit_cost: 100, acquired_at: '2020-10-01T10:00:00Z' },
  { quantity: 50, unit_cost: 300.123456, acquired_at: '2020-10-02T10:00:00Z' },
  { quantity: 10, unit_cost: 200, acquired_at: '2020-10-03T10:00:00Z' },
];

async function portfolioWithLots(of: TestServer, wrapper: string): Promise<string> {
  const targets = [
    { isin: SAP, weight: 0.4 },
    { isin: WORLD_ETF, weight: 0.55 },
  ];
  const id = await createSample(of, { tax_wrapper: wrapper, targets, holdings: [], cash: 0 });
  const positions = [{ isin: SAP, exchange: 'XETR', quantity: 100, lots: LOTS }];
  const response = await of.sim.post(`/portfolios/${id}/positions`, { positions });
  if (response.status !== 200) throw new Error(response.text);
  return id;
}

async function planOf(of: TestServer, id: string) {
  return (await of.b.post('/rebalance', { portfolio_id: id })).as(rebalancePlan);
}

const gainsOf = async (of: TestServer, id: string, query = '') =>
  (await of.sim.get(`/portfolios/${id}/gains${query}`)).as(gainsReport);

describe('the lots of a portfolio', () => {
  test('are shown as they were stated', proves('L23'), async () => {
    const id = await portfolioWithLots(server, 'Depot');
    const { lots, tax_method: method } = (await server.sim.get(`/portfolios/${id}/lots`)).as(lotList);
    expect(method).toBe('FIFO');
    // 50 x 300.123456 = 15 006.17 to the cent
    expect(lots.map(({ quantity, cost, unit_cost: unit }) => [quantity, cost, unit])).toEqual([
      [40, 4000, 100],
      [50, 15_006.17, 300.123456],
      [10, 2000, 200],
    ]);
  });

  test('come as a file, too', proves('L67'), async () => {
    const id = await portfolioWithLots(server, 'Depot');
    const { lots } = (await server.sim.get(`/portfolios/${id}/lots`)).as(lotList);
    const { text, headers } = await server.sim.get(`/portfolios/${id}/lots?format=csv`);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="lots-${id}.csv"`);
    const [head, ...rows] = text.split('\r\n');
    expect(head).toBe(
      'symbol,name,isin,lot_id,acquired_at,held_days,quantity,currency,unit_cost,price,cost,value,gain',
    );
    const [held] = (await server.sim.get(`/portfolios/${id}`)).as(portfolioView).holdings;
    const cells = rows.slice(0, -1).map((row) => row.split(','));
    expect(cells.map((row) => row.slice(0, 9).join(','))).toEqual([
      `SAP,SAP SE,${SAP},${lots[0]?.lot_id},2020-10-01T10:00:00.000Z,1978,40,EUR,100.00`,
      `SAP,SAP SE,${SAP},${lots[1]?.lot_id},2020-10-02T10:00:00.000Z,1977,50,EUR,300.123456`,
      `SAP,SAP SE,${SAP},${lots[2]?.lot_id},2020-10-03T10:00:00.000Z,1976,10,EUR,200.00`,
    ]);
    // The values of the lots add up to the position, and each gain is the value less the cost.
    const [prices, costs, values, gains] = [9, 10, 11, 12].map((index) => cells.map((row) => Number(row[index])));
    expect(prices).toEqual([held?.price, held?.price, held?.price]);
    expect(costs).toEqual([4000, 15_006.17, 2000]);
    expect(values?.reduce((sum, value) => sum + value, 0)).toBeCloseTo(held?.value ?? 0, 6);
    expect(gains).toEqual(values?.map((value, place) => expect.closeTo(value - (costs?.[place] ?? 0), 6)));
    expect(cells.flatMap((row) => row.slice(10)).every((cell) => /^-?\d+\.\d\d$/.test(cell))).toBe(true);
    const refused = await server.sim.get(`/portfolios/${id}/lots?format=xml`);
    expect(refused.error().details?.map(({ path }) => path)).toEqual(['/format']);
  });

  test('count as bought at the mid if they were not stated', proves('G40'), async () => {
    const id = await createSample(server);
    const { lots } = (await server.sim.get(`/portfolios/${id}/lots`)).as(lotList);
    const sap = lots.find(({ isin }) => isin === SAP);
    expect(sap).toMatchObject({ quantity: 100, acquired_at: '2026-03-02T09:30:00.000Z' });
    expect(sap?.unit_cost).toBeGreaterThan(200);
    const { orders, tax_estimate: tax } = await planOf(server, id);
    // Selling at once loses the costs of selling, and a loss is not taxed.
    expect(orders[0]?.lots[0]?.gain).toBeLessThan(0);
    expect(tax).toBe(0);
  });

  const BAD: readonly [lots: unknown, places: readonly string[]][] = [
    [[{ quantity: 40, unit_cost: 100, acquired_at: '2020-10-01T10:00:00Z' }], ['/positions/0/lots']],
    [[{ ...LOTS[0], quantity: 100, acquired_at: '2030-01-01T00:00:00Z' }], ['/positions/0/lots/0/acquired_at']],
    [[{ quantity: 100, unit_cost: -1, acquired_at: '2020-10-01T10:00:00Z' }], ['/positions/0/lots/0/unit_cost']],
    [
      [{ quantity: 0, unit_cost: 1, acquired_at: 'then' }],
      ['/positions/0/lots/0/quantity', '/positions/0/lots/0/acquired_at'],
    ],
    [[], ['/positions/0/lots']],
  ];
  test.each(BAD)('are refused with a detail for each issue: %j', async (lots, places) => {
    const id = await createSample(server);
    const head = await server.head();
    const positions = [{ isin: SAP, exchange: 'XETR', quantity: 100, lots }];
    const response = await server.sim.post(`/portfolios/${id}/positions`, { positions });
    expect([response.status, response.error().details.map(({ path }) => path)]).toEqual([400, places]);
    expect(await server.head()).toBe(head);
  });
});

describe('sales of the past', () => {
  const SALES = [
    { quantity: 40, unit_proceeds: 150, sold_at: '2021-05-03T10:00:00Z' },
    { quantity: 30, unit_proceeds: 250.5, sold_at: '2024-06-03T10:00:00Z' },
  ];
  const set = (id: string, sales: unknown, quantity = 30) =>
    server.sim.post(`/portfolios/${id}/positions`, {
      positions: [{ isin: SAP, exchange: 'XETR', quantity, lots: LOTS, sales }],
    });

  test('use the lots of their time, and realise gains in their years', proves('L23'), async () => {
    const id = await createSample(server, { tax_wrapper: 'Depot' });
    expect((await set(id, SALES)).status).toBe(200);
    const { lots } = (await server.sim.get(`/portfolios/${id}/lots`)).as(lotList);
    // First in, first out: of 40, 50 and 10 shares, 20 of the second lot and the third are left.
    expect(lots.map(({ quantity }) => quantity)).toEqual([20, 10]);
    const early = await gainsOf(server, id, '?tax_year=2021');
    expect(early.tax_years).toEqual(expect.arrayContaining(['2021', '2024']));
    // 40 × (150 − 100) = 2 000.00; 30 × (250.50 − 300.123456) = −1 488.70.
    expect(early.totals.net).toBe(2000);
    expect((await gainsOf(server, id, '?tax_year=2024')).totals.net).toBe(-1488.7);
  });

  test('are stated before their charges, which are part of the cost', proves('L23', 'G39.6'), async () => {
    const id = await createSample(server, { tax_wrapper: 'Depot' });
    const lots = [{ quantity: 10, unit_cost: 101, acquired_at: '2020-10-01T10:00:00Z' }];
    const sales = [{ quantity: 4, unit_proceeds: 120, charges: 10, sold_at: '2021-05-03T10:00:00Z' }];
    const positions = [{ isin: SAP, exchange: 'XETR', quantity: 6, lots, sales }];
    expect((await server.sim.post(`/portfolios/${id}/positions`, { positions })).status).toBe(200);
    const { rows, totals } = await gainsOf(server, id, '?tax_year=2021');
    // 4 × 120 = 480; 4 × 101 + 10 = 414; 480 − 414 = 66, all of it in the one lot.
    expect(rows).toMatchObject([{ proceeds: 480, cost: 414, gain: 66, lots: [{ unit_cost: 101, gain: 66 }] }]);
    expect(totals).toEqual({ proceeds: 480, cost: 414, gains: 66, losses: 0, net: 66 });
    const csv = await server.sim.get(`/portfolios/${id}/gains?format=csv&tax_year=2021`);
    expect(csv.text.split('\r\n')[1]).toBe(
      `2021-05-03,SAP,SAP SE,${SAP},FIFO,lot,${rows[0]?.lots[0]?.lot_id},2020-10-01T10:00:00.000Z,214,4,EUR,101.00,480.00,414.00,66.00`,
    );
  });

  const REFUSED: readonly [sales: unknown, quantity: number, places: readonly string[]][] = [
    [SALES, 100, ['/positions/0/lots']],
    [[{ ...SALES[0], sold_at: '2020-10-01T11:00:00Z', quantity: 41 }], 59, ['/positions/0/sales']],
    [[{ ...SALES[0], sold_at: '2030-01-01T00:00:00Z' }], 60, ['/positions/0/sales/0/sold_at']],
    [[{ ...SALES[0], unit_proceeds: -1 }], 60, ['/positions/0/sales/0/unit_proceeds']],
    [[{ ...SALES[0], charges: -1 }], 60, ['/positions/0/sales/0/charges']],
    [[{ ...SALES[0], charges: 0.001 }], 60, ['/positions/0/sales/0/charges']],
  ];
  test.each(REFUSED)('are refused with a detail for each issue: %j', async (sales, quantity, places) => {
    const id = await createSample(server);
    const response = await set(id, sales, quantity);
    expect([response.status, response.error().details.map(({ path }) => path)]).toEqual([400, places]);
  });

  test('need the lots of which they were sold', async () => {
    const id = await createSample(server);
    const positions = [{ isin: SAP, exchange: 'XETR', quantity: 1, sales: SALES }];
    const response = await server.sim.post(`/portfolios/${id}/positions`, { positions });
    expect(response.error().details.map(({ path }) => path)).toEqual(['/positions/0/sales']);
  });
});

describe('Irish gains', () => {
  const LOTS_IE = [
    { quantity: 10, unit_cost: 10, acquired_at: '2025-03-03T10:00:00Z' },
    { quantity: 10, unit_cost: 20, acquired_at: '2026-02-20T10:00:00Z' },
  ];
  const SALE = { quantity: 5, unit_proceeds: 15, sold_at: '2026-02-27T10:00:00Z' };
  const report = async (lots: readonly object[], sales: readonly object[], quantity: number) => {
    const created = await server.a.post('/portfolios', {
      name: 'Irish',
      currency: 'EUR',
      tax_jurisdiction: 'IE',
      account_type: 'depot',
    });
    const { portfolio_id: id } = created.as(portfolioA);
    const positions = [{ isin: SAP, exchange: 'XETR', quantity, lots, sales }];
    const response = await server.sim.post(`/portfolios/${id}/positions`, { positions });
    expect(response.status, response.text).toBe(200);
    return { id, gains: await gainsOf(server, id) };
  };

  test('take the shares of the four weeks before', proves('F2', 'G39.4'), async () => {
    const { gains } = await report(LOTS_IE, [SALE], 15);
    // 5 × (15 − 20) = −25.
    expect(gains).toMatchObject({
      totals: { gains: 0, losses: 25, net: -25 },
      tax_estimate: 0,
      tax_jurisdiction: 'IE',
    });
    expect(gains.rows).toMatchObject([
      { method: 'section_581', gain: -25, lots: [{ rule: 'four_weeks', unit_cost: 20 }] },
    ]);
    expect(gains.rows[0]).not.toHaveProperty('loss_held_back');
  });

  test(
    'defer a loss whose shares are bought again, until those shares are sold with a gain',
    proves('G39.5'),
    async () => {
      const again = { quantity: 5, unit_cost: 14, acquired_at: '2026-02-28T10:00:00Z' };
      const later = { quantity: 5, unit_proceeds: 18, sold_at: '2026-03-01T10:00:00Z' };
      const held = await report([...LOTS_IE, again], [SALE], 20);
      expect(held.gains.totals).toMatchObject({ gains: 0, losses: 0, net: 0 });
      expect(held.gains.rows).toMatchObject([{ gain: -25, loss_held_back: 25, loss_set_off: 0 }]);
      // 5 × (18 − 14) = 20, against which 20 of the 25 count.
      const used = await report([...LOTS_IE, again], [SALE, later], 15);
      expect(used.gains.totals).toMatchObject({ gains: 20, losses: 20, net: 0 });
      const csv = await server.sim.get(`/portfolios/${used.id}/gains?format=csv`);
      const [early, late] = used.gains.rows.map((row) => row.lots[0]?.lot_id);
      expect(csv.text.split('\r\n')).toEqual([
        'date,symbol,name,isin,method,rule,lot_id,acquired_at,held_days,quantity,currency,unit_cost,proceeds,cost,gain,loss_held_back,loss_set_off',
        `2026-02-27,SAP,SAP SE,${SAP},section_581,four_weeks,${early},2026-02-20T10:00:00.000Z,7,5,EUR,20.00,75.00,100.00,-25.00,25.00,0.00`,
        `2026-03-01,SAP,SAP SE,${SAP},section_581,four_weeks,${late},2026-02-28T10:00:00.000Z,1,5,EUR,14.00,90.00,70.00,20.00,0.00,20.00`,
        '',
      ]);
    },
  );
});

describe('positions and cash that are set manually', () => {
  const LOT = [{ quantity: 10, unit_cost: 100, acquired_at: '2024-10-01T10:00:00Z' }];
  const SALE = { quantity: 4, unit_proceeds: 120, charges: 10, sold_at: '2026-02-20T10:00:00Z' };
  const held = (quantity: number, rest: object = {}) => ({
    positions: [{ isin: SAP, exchange: 'XETR', quantity, ...rest }],
  });
  const set = async (id: string, body: object) => {
    const response = await server.sim.post(`/portfolios/${id}/positions`, body);
    expect(response.status, response.text).toBe(200);
  };
  const begin = async (wrapper: string) => {
    const id = await createSample(server, { tax_wrapper: wrapper, holdings: [] });
    await set(id, held(6, { lots: LOT, sales: [SALE] }));
    return { id, before: await gainsOf(server, id) };
  };

  test.each(['Depot', 'GIA', 'PEA'])(
    'do not change the realised gains in a %s',
    proves('L5', 'L23'),
    async (wrapper) => {
      const { id, before } = await begin(wrapper);
      // 4 × 120 − 4 × 100 − 10 = 70.
      expect(before.totals).toMatchObject({ proceeds: 480, cost: 410, net: 70 });
      expect(before.set_by_hand).toEqual([]);
      expect((await server.sim.post(`/portfolios/${id}/cash`, { amount: 5 })).status).toBe(200);
      expect(await gainsOf(server, id)).toEqual(before);
      // Bought at the present mid, within thirty days of the sale: no purchase that it is matched with.
      await set(id, held(30));
      const after = await gainsOf(server, id);
      expect(after).toEqual({ ...before, set_by_hand: after.set_by_hand });
      // 6 of the 10 shares were left, for 6 × 100.
      expect(after.set_by_hand).toEqual([{ date: '2026-03-02', isin: SAP, quantity: 6, cost: 600 }]);
      const { lots } = (await server.sim.get(`/portfolios/${id}/lots`)).as(lotList);
      expect(lots.map(({ quantity }) => quantity)).toEqual([30]);
      await set(id, { positions: [] });
      expect((await gainsOf(server, id)).totals).toEqual(before.totals);
      expect((await server.sim.get(`/portfolios/${id}/lots`)).as(lotList).lots).toEqual([]);
    },
  );

  test('count a repeated sale once, as it was stated last', proves('L5'), async () => {
    const { id, before } = await begin('Depot');
    await set(id, held(6, { lots: LOT, sales: [SALE] }));
    const again = await gainsOf(server, id);
    expect([again.rows.length, again.totals]).toEqual([1, before.totals]);
    // At 105 a share: 480 − 420 − 10 = 50. Another sale is one more: 2 × 130 − 2 × 105 = 50.
    const other = { quantity: 2, unit_proceeds: 130, sold_at: '2026-02-23T10:00:00Z' };
    await set(id, held(4, { lots: [{ ...LOT[0], unit_cost: 105 }], sales: [SALE, other] }));
    const { rows, totals } = await gainsOf(server, id);
    expect([rows.map(({ gain }) => gain), totals.net]).toEqual([[50, 50], 100]);
  });

  test('are an entry of the activity', proves('L5', 'O10.3'), async () => {
    const { id } = await begin('Depot');
    await set(id, held(1));
    const { text } = await server.sim.get(`/portfolios/${id}/activity?kind=change`);
    expect(text.match(/"positions_set"/g)).toHaveLength(2);
  });
});

describe('a plan', () => {
  test(
    'shows the lots of each sell and the estimated tax on its gain, first in first out in Germany',
    proves('G25', 'G39.2', 'G39.7'),
    async () => {
      const id = await portfolioWithLots(server, 'Depot');
      const plan = await planOf(server, id);
      const sell = plan.orders[0];
      expect(sell).toMatchObject({ side: 'sell', isin: SAP });
      // About 60 of the 100 are sold: the 40 of the first lot, the rest of the second.
      expect(sell?.lots.map(({ unit_cost: cost }) => cost)).toEqual([100, 300.123456]);
      expect(sell?.lots[0]?.quantity).toBe(40);
      const gain = (sell?.lots ?? []).reduce((sum, lot) => sum + lot.gain, 0);
      expect(plan.tax_estimate).toBeCloseTo(gain * 0.26375, 1);
      expect(plan.orders.filter(({ side }) => side === 'buy').every(({ lots }) => lots.length === 0)).toBe(true);
    },
  );

  test('estimates no tax inside a wrapper without gains tax', async () => {
    const id = await portfolioWithLots(server, 'SIPP');
    const plan = await planOf(server, id);
    expect(plan.tax_estimate).toBe(0);
    // The British average: 21 006.17 for 100 shares.
    expect(plan.orders[0]?.lots).toMatchObject([{ lot_id: null, acquired_at: null }]);
    expect(plan.orders[0]?.lots[0]?.unit_cost).toBeCloseTo(210.0617, 2);
  });
});

describe('realised gains', () => {
  test('are the proceeds of the fills less the cost of their lots, over a restart too', async () => {
    const dataDir = newFolder();
    const own = await startBallast({ dataDir });
    const id = await portfolioWithLots(own, 'Depot');
    const { rebalance_id: rebalanceId } = await planOf(own, id);
    await own.b.post(`/rebalance/${rebalanceId}/execute`, { confirm: true });
    await own.advance('1d');
    const sell = (await own.b.get(`/rebalance/${rebalanceId}`)).as(rebalanceB).orders[0];
    const report = await gainsOf(own, id);
    const proceeds = (sell?.fills ?? []).reduce((sum, { value }) => sum + value, 0);
    const charges = (sell?.fills ?? []).reduce(
      (sum, { costs }) => sum + costs.commission + costs.fx + costs.transaction_tax,
      0,
    );
    expect(charges).toBeGreaterThan(0);
    expect(report).toMatchObject({ tax_year: '2026', tax_years: ['2026'], tax_jurisdiction: 'DE', tax_rate: 0.26375 });
    expect(report.totals.proceeds).toBeCloseTo(proceeds, 2);
    const used = (sell?.lots ?? []).reduce((sum, { gain }) => sum + gain, 0);
    expect(report.totals.net).toBeCloseTo(used, 2);
    const ofShares = (sell?.lots ?? []).reduce((sum, { quantity, unit_cost: cost }) => sum + quantity * cost, 0);
    expect(report.totals.cost).toBeCloseTo(ofShares + charges, 2);
    expect(report.totals.proceeds - report.totals.cost).toBeCloseTo(report.totals.net, 2);
    expect(report.rows.reduce((sum, { quantity }) => sum + quantity, 0)).toBeCloseTo(sell?.quantity ?? 0, 6);
    expect((await own.sim.get(`/portfolios/${id}/gains?tax_year=2025`)).as(gainsReport).rows).toEqual([]);
    const { lots } = (await own.sim.get(`/portfolios/${id}/lots`)).as(lotList);
    await own.stop();
    const again = await startBallast({ dataDir, seed: null, startAt: null, clockMode: null });
    expect(await gainsOf(again, id)).toEqual(report);
    expect((await again.sim.get(`/portfolios/${id}/lots`)).as(lotList).lots).toEqual(lots);
    expect(lots.map(({ isin }) => isin)).toContain(WORLD_ETF);
  });

  test.each([
    // 12.8 % with 17.2 %, and from 2026 on with 18.6 %; in GB 20 % before 30 October 2024.
    ['FR', '2025', 0.3],
    ['FR', '2026', 0.314],
    ['GB', '2023/24', 0.2],
    ['GB', '2025/26', 0.24],
    ['BE', '2025', 0],
    ['BE', '2026', 0.1],
  ])('in %s of the year %s are estimated at a tax of %d', proves('G39.7'), async (jurisdiction, year, rate) => {
    const id = await createA(server, { tax_jurisdiction: jurisdiction });
    const report = await server.sim.get(`/portfolios/${id}/gains?tax_year=${encodeURIComponent(year)}`);
    expect(report.as(gainsReport)).toMatchObject({ tax_year: year, tax_rate: rate, tax_estimate: 0 });
  });

  test('come as CSV for a spreadsheet', async () => {
    const own = await startBallast();
    const id = await portfolioWithLots(own, 'GIA');
    const { rebalance_id: rebalanceId } = await planOf(own, id);
    await own.b.post(`/rebalance/${rebalanceId}/execute`, { confirm: true });
    await own.advance('1d');
    const { rows, tax_year: year } = await gainsOf(own, id);
    // 2 March 2026 is in the tax year that ends on 5 April; all sales of a day are one disposal.
    expect([year, rows.length, rows[0]?.method]).toEqual(['2025/26', 1, 'section_104']);
    const byFormat = await own.sim.get(`/portfolios/${id}/gains?format=csv&tax_year=2025/26`);
    const byHeader = await own.sim.send('GET', `/portfolios/${id}/gains`, { headers: { accept: 'text/csv' } });
    expect(byHeader.text).toBe(byFormat.text);
    expect(byFormat.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(byFormat.headers.get('content-disposition')).toBe(`attachment; filename="gains-${id}-2025-26.csv"`);
    const [row] = rows;
    expect(byFormat.text.split('\r\n')).toEqual([
      'date,symbol,name,isin,method,rule,lot_id,acquired_at,held_days,quantity,currency,unit_cost,proceeds,cost,gain',
      `2026-03-02,SAP,SAP SE,${SAP},section_104,pool,,,,${row?.quantity},EUR,${row?.lots[0]?.unit_cost},${row?.proceeds.toFixed(2)},${row?.cost.toFixed(2)},${row?.gain.toFixed(2)}`,
      '',
    ]);
  });

  test('are refused for a year that the jurisdiction does not have, and for no portfolio', async () => {
    const id = await createSample(server, { tax_wrapper: 'GIA' });
    const response = await server.sim.get(`/portfolios/${id}/gains?tax_year=2026`);
    expect([response.status, response.error().details]).toEqual([
      400,
      [{ path: '/tax_year', issue: 'is not a tax year like 2025/26' }],
    ]);
    expect((await server.sim.get(`/portfolios/${NO_PORTFOLIO}/gains`)).status).toBe(404);
    expect((await server.sim.get(`/portfolios/${NO_PORTFOLIO}/lots`)).status).toBe(404);
  });
});
