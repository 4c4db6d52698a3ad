/** Dividends (decision O2): recipient, amount and date, and the effects of a restart, a snapshot, a deletion. */
import { afterAll, describe, expect, test } from 'vitest';
import { StartupError } from '../../../../src-server/app.ts';
import { activityList } from '../../../../src-server/contract/control/portfolios/activity.ts';
import { type DividendWire, dividendList } from '../../../../src-server/contract/control/portfolios/dividends.ts';
import { gainsReport, lotList } from '../../../../src-server/contract/control/portfolios/gains.ts';
import { portfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { eventList } from '../../../../src-server/contract/control/world/records.ts';
import { proves } from '../../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { createSample, NO_PORTFOLIO } from '../../service/sample-portfolio.ts';

afterAll(stopAll);

const TOTAL = 'FR0000120271';
const NOVARTIS = 'CH0012005267';
const FTSE = 'IE00B3RBWM25';
const WORLD_ETF = 'IE00B4L5Y983';

/** Three that go ex in March, in three currencies, and one that never pays. */
const HOLDINGS = [
  { isin: TOTAL, exchange: 'XPAR', quantity: 200.5 },
  { isin: NOVARTIS, exchange: 'XSWX', quantity: 100 },
  { isin: FTSE, exchange: 'XETR', quantity: 30 },
  { isin: FTSE, exchange: 'XLON', quantity: 20 },
  { isin: WORLD_ETF, exchange: 'XETR', quantity: 100 },
];
const TARGETS = [{ isin: WORLD_ETF, weight: 0.5 }];

const start = (options = {}) => startBallast({ dividends: 'on', seed: 42, ...options });
const create = (on: TestServer, change = {}) =>
  createSample(on, { holdings: HOLDINGS, targets: TARGETS, cash: 100, ...change });
const pathOf = (id: string) => `/portfolios/${id}/dividends`;
const listed = async (on: TestServer, id: string) => (await on.sim.get(pathOf(id))).as(dividendList).dividends;
const viewOf = async (on: TestServer, id: string) => (await on.sim.get(`/portfolios/${id}`)).as(portfolioView);
const eventsOf = async (on: TestServer, type: string) =>
  (await on.sim.get(`/events?type=${type}&limit=1000`)).as(eventList).events;
const until = async (on: TestServer, to: string) => {
  const { status, text } = await on.sim.post('/clock/advance', { to, wait: true, wait_ms: 600_000 });
  if (status !== 200) throw new Error(text);
};
const cents = (amount: number | null) => Math.round((amount ?? Number.NaN) * 100);
const of = (dividends: readonly DividendWire[], isin: string): DividendWire => {
  const found = dividends.find((each) => each.isin === isin);
  if (found === undefined) throw new Error(`no dividend of ${isin}`);
  return found;
};

/** Everything of March has gone ex by then, and everything is paid two weeks later. */
const ALL_EX = '2026-03-31T20:00:00Z';
const ALL_PAID = '2026-04-20T20:00:00Z';

describe('dividends of a portfolio', () => {
  test(
    'accrue at the ex-date and are paid later, less the tax withheld, to the cent',
    proves('O2.5', 'O2.6'),
    async () => {
      const server = await start();
      const id = await create(server);
      expect(await listed(server, id)).toEqual([]);
      await until(server, ALL_EX);
      const accrued = await listed(server, id);
      expect(accrued.map(({ isin }) => isin).toSorted()).toEqual([NOVARTIS, FTSE, TOTAL].toSorted());
      // Both exchanges together: 30 and 20 are 50.
      expect(of(accrued, FTSE)).toMatchObject({ quantity: 50, currency: 'USD', source_country: 'IE' });
      for (const { gross, quantity, amount } of accrued) expect(cents(gross)).toBe(Math.round(quantity * amount * 100));
      const lots = (await server.sim.get(`/portfolios/${id}/lots`)).as(lotList);
      const gains = (await server.sim.get(`/portfolios/${id}/gains`)).as(gainsReport);
      await until(server, ALL_PAID);
      const paid = await listed(server, id);
      expect(paid.map(({ status }) => status)).toEqual(['paid', 'paid', 'paid']);
      const rates = [TOTAL, NOVARTIS, FTSE].map((isin) => of(paid, isin).withholding_rate);
      expect(rates).toEqual([0.128, 0.35, 0]);
      for (const { base_gross: gross, withholding_tax: tax, net, withholding_rate: rate } of paid) {
        expect(cents(gross)).toBe(cents(net) + cents(tax));
        expect(Math.abs(cents(tax) - cents(gross) * rate)).toBeLessThanOrEqual(0.51);
      }
      const sum = paid.reduce((total, { net }) => total + cents(net), 0);
      expect(cents((await viewOf(server, id)).cash)).toBe(10_000 + sum);
      expect((await server.sim.get(`/portfolios/${id}/lots`)).as(lotList).lots).toEqual(lots.lots);
      expect((await server.sim.get(`/portfolios/${id}/gains`)).as(gainsReport)).toEqual(gains);
    },
  );

  test(
    'are events of the log at their own instants, and entries of the activity',
    proves('O2.9', 'O10.5'),
    async () => {
      const server = await start();
      const id = await create(server);
      await until(server, ALL_PAID);
      const dividends = await listed(server, id);
      const [accrued, paid] = [await eventsOf(server, 'dividend.accrued'), await eventsOf(server, 'dividend.paid')];
      for (const dividend of dividends) {
        const { dividend_id, isin, ex_at, pay_at, gross, quantity, amount, currency, net } = dividend;
        const facts = { dividend_id, portfolio_id: id, isin };
        const of_ = (each: { data: Record<string, unknown> }) => each.data.dividend_id === dividend_id;
        const first = { at: ex_at, data: { ...facts, gross, quantity, amount, currency, pay_at } };
        expect(accrued.find(of_)).toMatchObject(first);
        expect(paid.find(of_)).toMatchObject({ at: pay_at, data: { ...facts, gross: dividend.base_gross, net } });
      }
      const { activity } = (await server.sim.get(`/portfolios/${id}/activity?kind=dividend`)).as(activityList);
      expect(activity.filter(({ what }) => what === 'dividend_accrued')).toHaveLength(3);
      expect(activity.filter(({ what }) => what === 'dividend').map(({ amount }) => amount)).toEqual(
        paid.map(({ data }) => data.net).toReversed(),
      );
      expect(activity[0]?.cash).toBe((await viewOf(server, id)).cash);
      // Each has the dividend itself, with the tax withheld, and the shares on which it was paid.
      expect(activity).toHaveLength(6);
      for (const { source_id: source, dividend, quantity } of activity) {
        const whole = dividends.find(({ dividend_id: each }) => each === source);
        expect(dividend).toEqual(whole);
        expect(quantity).toBe(whole?.quantity);
      }
    },
  );

  test(
    'go to the holder of the position at the opening of the ex-date, whatever is done after it',
    proves('O2.5'),
    async () => {
      const server = await start();
      const [seller, buyer] = [await create(server), await create(server, { holdings: [] })];
      await until(server, ALL_EX);
      await server.sim.post(`/portfolios/${seller}/positions`, { positions: [] });
      await server.sim.post(`/portfolios/${buyer}/positions`, { positions: HOLDINGS });
      await until(server, ALL_PAID);
      expect((await listed(server, seller)).map(({ status }) => status)).toEqual(['paid', 'paid', 'paid']);
      expect(await listed(server, buyer)).toEqual([]);
      expect((await viewOf(server, buyer)).cash).toBe(100);
    },
  );

  test('come in the base currency of the portfolio, with the rate of its wrapper', proves('O2.6'), async () => {
    const server = await start();
    const [depot, pea, isa] = [
      await create(server),
      await create(server, { tax_wrapper: 'PEA' }),
      await create(server, { tax_wrapper: 'ISA', currency: 'GBP' }),
    ];
    await until(server, ALL_PAID);
    const rates = [depot, pea, isa].map(async (id) => of(await listed(server, id), TOTAL).withholding_rate);
    expect(await Promise.all(rates)).toEqual([0.128, 0, 0.128]);
    const [euros, pounds] = [of(await listed(server, depot), TOTAL), of(await listed(server, isa), TOTAL)];
    expect([euros.base_currency, pounds.base_currency]).toEqual(['EUR', 'GBP']);
    expect(euros.base_gross).toBe(euros.gross);
    expect((pounds.base_gross ?? 0) / pounds.gross).toBeGreaterThan(0.7);
    expect((pounds.base_gross ?? 0) / pounds.gross).toBeLessThan(1);
  });

  test('end with their portfolio, and nothing is paid any more', proves('O2.5'), async () => {
    const server = await start();
    const [gone, stays] = [await create(server), await create(server)];
    await until(server, ALL_EX);
    const open = (await listed(server, gone)).filter(({ status }) => status === 'accrued');
    expect(open.length).toBeGreaterThan(0);
    expect((await server.sim.delete(`/portfolios/${gone}`)).status).toBe(200);
    expect((await server.sim.get(pathOf(gone))).status).toBe(404);
    const ended = (await eventsOf(server, 'dividend.ended')).map(({ data }) => data.dividend_id);
    expect(ended).toEqual(open.map(({ dividend_id }) => dividend_id).toReversed());
    await until(server, ALL_PAID);
    const paid = (await eventsOf(server, 'dividend.paid')).map(({ data }) => data.dividend_id);
    expect(paid.filter((each) => ended.includes(each))).toEqual([]);
    expect((await listed(server, stays)).every(({ status }) => status === 'paid')).toBe(true);
  });

  test('follow a split and a new ISIN, and end with a delisting', proves('O2.7', 'O3.5', 'O3.8', 'O3.9'), async () => {
    const [server, plain] = [await start(), await start()];
    const [id, plainId] = [await create(server), await create(plain)];
    const act = async (body: object) => {
      const { status } = await server.sim.post('/market/corporate-actions', { ex_at: '2026-03-05T12:00:00Z', ...body });
      expect(status).toBe(201);
    };
    const renamed = 'CH0012221716';
    await act({ kind: 'split', isin: TOTAL, ratio: { new: 2, old: 1 } });
    await act({ kind: 'isin_change', isin: NOVARTIS, new_isin: renamed });
    await act({ kind: 'delisting', isin: FTSE, cash_price: 150 });
    await Promise.all([until(server, ALL_PAID), until(plain, ALL_PAID)]);
    const [changed, usual] = [await listed(server, id), await listed(plain, plainId)];
    expect(changed.map(({ isin }) => isin).toSorted()).toEqual([renamed, TOTAL].toSorted());
    const [split, whole] = [of(changed, TOTAL), of(usual, TOTAL)];
    expect([split.quantity, split.amount]).toEqual([whole.quantity * 2, whole.amount / 2]);
    expect([split.gross, split.net, split.ex_at]).toEqual([whole.gross, whole.net, whole.ex_at]);
    const { isin: _new, dividend_id: _one, ...same } = of(changed, renamed);
    const { isin: _old, dividend_id: _other, ...before } = of(usual, NOVARTIS);
    expect(same).toEqual(before);
    const worth = async (on: TestServer, of_: string) =>
      (await viewOf(on, of_)).holdings.find(({ isin }) => isin === TOTAL);
    expect((await worth(server, id))?.value).toBeCloseTo((await worth(plain, plainId))?.value ?? 0, 1);
  });

  test('are listed in pages, newest first', proves('O2.9', 'L124'), async () => {
    const server = await start();
    const id = await create(server);
    const other = await create(server);
    await until(server, ALL_EX);
    const whole = await listed(server, id);
    const seen: DividendWire[] = [];
    let cursor = '';
    do {
      const { dividends, next } = (await server.sim.get(`${pathOf(id)}?limit=1${cursor}`)).as(dividendList);
      seen.push(...dividends);
      cursor = next === null ? '' : `&cursor=${next}`;
    } while (cursor !== '');
    expect(seen).toEqual(whole);
    expect(whole.map(({ ex_at }) => ex_at)).toEqual(
      whole
        .map(({ ex_at }) => ex_at)
        .toSorted()
        .toReversed(),
    );
    const stranger = (await listed(server, other))[0]?.dividend_id;
    const statuses = [
      `?cursor=${stranger}`,
      '?cursor=dv_0',
      '?limit=0',
      '?limit=1001',
      '?kind=paid',
      '?limit=1000',
    ].map(async (query) => (await server.sim.get(`${pathOf(id)}${query}`)).status);
    expect(await Promise.all(statuses)).toEqual([400, 400, 400, 400, 400, 200]);
    expect((await server.sim.get(pathOf(NO_PORTFOLIO))).status).toBe(404);
  });
});

describe('a world with dividends', () => {
  test('pays dividends accrued before a restart, as if there had been none', proves('O2.5'), async () => {
    const dataDir = newFolder();
    const before = await start({ dataDir });
    const id = await create(before);
    await until(before, ALL_EX);
    expect((await listed(before, id)).some(({ status }) => status === 'accrued')).toBe(true);
    await before.stop();
    // The option need not be repeated.
    const after = await startBallast({ dataDir, seed: null, startAt: null });
    await until(after, '2026-07-15T20:00:00Z');
    const whole = await start();
    expect(await create(whole)).toBe(id);
    await until(whole, '2026-07-15T20:00:00Z');
    expect(await listed(after, id)).toEqual(await listed(whole, id));
    expect(await after.head()).toBe(await whole.head());
    expect((await viewOf(after, id)).cash).toBe((await viewOf(whole, id)).cash);
  });

  test('cannot be opened without them, nor a world without them with them', proves('O2.1'), async () => {
    const [with_, without] = [newFolder(), newFolder()];
    await (await start({ dataDir: with_ })).stop();
    await (await startBallast({ dataDir: without, dividends: 'off' })).stop();
    await expect(start({ dataDir: with_, dividends: 'off' })).rejects.toThrow(StartupError);
    const refused = await startBallast({ dataDir: without, seed: null, dividends: 'on' }).catch((error) => error);
    expect(refused).toMatchObject({ exitCode: 64 });
    expect(String(refused.lines)).toMatch(/^--dividends on: .* already has a world whose dividends are off/);
  });

  test('goes back to a snapshot and to its beginning, and pays the same again', proves('O2.5'), async () => {
    const server = await start();
    const id = await create(server);
    await until(server, ALL_EX);
    expect((await server.sim.post('/snapshots', { name: 'ex' })).status).toBe(201);
    await until(server, ALL_PAID);
    const [paid, head] = [await listed(server, id), await server.head()];
    expect((await server.sim.post('/snapshots/ex/restore')).status).toBe(200);
    expect((await listed(server, id)).some(({ status }) => status === 'accrued')).toBe(true);
    await until(server, ALL_PAID);
    expect([await listed(server, id), await server.head()]).toEqual([paid, head]);
    await server.sim.post('/reset');
    expect(await create(server)).toBe(id);
    await until(server, ALL_EX);
    await until(server, ALL_PAID);
    expect(await listed(server, id)).toEqual(paid);
  });

  test(
    'is the same whether the option or its contents say so, and differs from one without',
    proves('O2.1'),
    async () => {
      const contents = (world: object) => ({
        contents: {
          world: { ...EMPTY, ...world },
          describe: ({ path, issue }: { path: string; issue: string }) => path + issue,
        },
      });
      const hashes: string[] = [];
      const ofFile = contents({ dividends: 'on' });
      for (const options of [{ dividends: 'on' }, ofFile, { dividends: 'off', ...ofFile }, {}] as const) {
        const server = await startBallast({ seed: 42, ...options });
        await create(server);
        await server.advance('1h');
        hashes.push(await server.head());
      }
      expect(hashes[1]).toBe(hashes[0]);
      expect(hashes[3]).toBe(hashes[2]);
      expect(hashes[2]).not.toBe(hashes[0]);
    },
  );
});

const EMPTY = {
  portfolios: [],
  webhooks: [],
  instruments: [],
  series: [],
  pins: [],
  exchanges: {},
  market_events: [],
  faults: [],
  accounts: {},
  replace_instruments: false,
  fx: {},
  calendars: {},
};

describe('a world without dividends', () => {
  test('has no ex-date, no claim and no timer for one', proves('O2.1'), async () => {
    const server = await startBallast({ seed: 42 });
    const id = await create(server);
    await until(server, ALL_PAID);
    expect(await listed(server, id)).toEqual([]);
    expect((await eventsOf(server, 'dividend.accrued')).length).toBe(0);
    expect((await viewOf(server, id)).cash).toBe(100);
  });
});
