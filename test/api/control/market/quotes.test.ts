/** `/sim/market/quotes` and the shortest bars (decisions L70, L13): the data of a watch list and a chart of seconds. */
import { afterAll, describe, expect, test } from 'vitest';
import { depthView } from '../../../../src-server/contract/control/market/exchange-control.ts';
import { barList, quoteList } from '../../../../src-server/contract/control/market/market-prices.ts';
import { proves } from '../../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { createSample, SAP, WORLD_ETF } from '../../service/sample-portfolio.ts';

afterAll(stopAll);

describe('quotes', () => {
  test('equal the depth at that instant, in the order of the request, each listing once', proves('L70'), async () => {
    const server = await startBallast();
    const quotes = await quotesOf(server, `${SAP}:XETR,${WORLD_ETF}:XETR,${SAP}:XPAR,${SAP}:XETR`);
    expect(quotes.map(({ isin, exchange }) => [isin, exchange])).toEqual([
      [SAP, 'XETR'],
      [WORLD_ETF, 'XETR'],
      [SAP, 'XPAR'],
    ]);
    for (const { isin, exchange, mid, bid, ask, spread_bps: spreadBps, currency } of quotes) {
      const depth = (await server.sim.get(`/depth?isin=${isin}&exchange=${exchange}`)).as(depthView);
      expect({ mid, currency }).toEqual({ mid: depth.mid, currency: depth.currency });
      expect([bid, ask]).toEqual([depth.bids[0]?.price, depth.asks[0]?.price]);
      expect(spreadBps).toBeCloseTo(((ask - bid) / mid) * 10_000, 6);
    }
  });

  test('show the change since the previous close, and the day so far', proves('L70'), async () => {
    const server = await startBallast();
    await server.advance('1d');
    const [quote] = await quotesOf(server, `${SAP}:XETR`);
    const days = (await server.sim.get(`/bars?isin=${SAP}&exchange=XETR&interval=1d&limit=2`)).as(barList).bars;
    expect(quote).toMatchObject({ session: '2026-03-03', phase: 'open', connected: true, halted: false });
    expect(quote?.previous_close).toBe(days[0]?.close);
    expect(quote?.change).toBeCloseTo((days[1]?.close ?? 0) / (days[0]?.close ?? 1) - 1, 12);
    expect(quote?.volume).toBe(days[1]?.volume);
    // Every instant of the bar is among those of the quote.
    expect(quote?.high).toBeGreaterThanOrEqual(days[1]?.high ?? Number.POSITIVE_INFINITY);
    expect(quote?.low).toBeLessThanOrEqual(days[1]?.low ?? 0);
    expect(quote?.path).toHaveLength(31);
    expect([quote?.path[0], quote?.path.at(-1)]).toEqual([days[1]?.open, quote?.mid]);
  });

  test('are of the latest session while the exchange is closed, and name active faults', proves('L70'), async () => {
    const server = await startBallast({ startAt: Date.UTC(2026, 2, 3, 5) });
    await server.sim.patch('/exchanges/XETR', { connected: false });
    await server.sim.post('/faults', { kind: 'halt_instrument', isin: SAP });
    const [quote] = await quotesOf(server, `${SAP}:XETR`);
    expect(quote).toMatchObject({ session: '2026-03-02', phase: 'closed', connected: false, halted: true });
  });

  test('are of the holdings of portfolios if none are requested', proves('L70'), async () => {
    const server = await startBallast();
    expect((await server.sim.get('/market/quotes')).as(quoteList)).toMatchObject({ quotes: [], left_out: 0 });
    await createSample(server);
    await createSample(server, { external_id: 'second' });
    const { quotes } = (await server.sim.get('/market/quotes')).as(quoteList);
    expect(quotes.filter(({ isin }) => isin === SAP)).toHaveLength(1);
  });

  test('refuse with one detail for every listing that does not exist', proves('L70'), async () => {
    const server = await startBallast();
    const refused = async (listings: string) => {
      const response = await server.sim.get(`/market/quotes?listings=${listings}`);
      expect(response.status).toBe(400);
      return response.error().details.map(({ path }) => path);
    };
    expect(await refused(`${SAP}:XETR,SAP,${SAP}`)).toEqual(['/listings/1', '/listings/2']);
    expect(await refused(`US0378331005:XETR,${SAP}:XETR,${SAP}:XLON`)).toEqual([
      '/listings/0/isin',
      '/listings/2/exchange',
    ]);
    expect(await refused(Array.from({ length: 501 }, () => `${SAP}:XETR`).join(','))).toEqual(['/listings']);
  });
});

test.each(['1s', '5s', '15s'])('bars of %s end with the present price', proves('L13'), async (interval) => {
  const server = await startBallast();
  await server.advance('1500ms');
  const { bars } = (await server.sim.get(`/bars?isin=${SAP}&exchange=XETR&interval=${interval}&limit=3`)).as(barList);
  const [quote] = await quotesOf(server, `${SAP}:XETR`);
  expect(bars).toHaveLength(3);
  expect(bars.at(-1)?.close).toBe(quote?.mid);
  const steps = bars.slice(1).map(({ at }, index) => Date.parse(at) - Date.parse(bars[index]?.at ?? ''));
  expect(steps).toEqual([Number.parseInt(interval, 10) * 1000, Number.parseInt(interval, 10) * 1000]);
});

async function quotesOf(server: TestServer, listings: string) {
  return (await server.sim.get(`/market/quotes?listings=${listings}`)).as(quoteList).quotes;
}
