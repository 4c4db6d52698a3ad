/** How a delisted instrument is shown, and which message names it if it prevents a plan (decision O3). */
import { afterAll, expect, test } from 'vitest';
import { depthView } from '../../../../src-server/contract/control/market/exchange-control.ts';
import { barList, quoteList } from '../../../../src-server/contract/control/market/market-prices.ts';
import { instrumentList } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { proves } from '../../../conformance/proves.ts';
import { startBallast, stopAll } from '../../../support/start-ballast.ts';
import { ALLIANZ, createSample } from '../../service/sample-portfolio.ts';
import { createAction, NEXT_DAY, portfolioOf } from './corporate-action-client.ts';

afterAll(stopAll);

test('a delisted instrument is marked wherever it is listed, without an order book', proves('O3.10'), async () => {
  const own = await startBallast();
  const id = await createSample(own);
  const { ex_at: at } = await createAction(own, { kind: 'delisting', isin: ALLIANZ, ex_at: NEXT_DAY });
  const marked = async () => {
    const { instruments } = (await own.sim.get('/instruments')).as(instrumentList);
    const { holdings, allocation } = await portfolioOf(own, id);
    return [instruments, holdings, allocation].map((rows) =>
      rows.flatMap(({ isin, delisted_at: since }) => (since === undefined ? [] : [[isin, since]])),
    );
  };
  expect(await marked()).toEqual([[], [], []]);
  await own.advance('3d');
  expect(await marked()).toEqual([[[ALLIANZ, at]], [[ALLIANZ, at]], [[ALLIANZ, at]]]);
  const depth = (await own.sim.get(`/depth?isin=${ALLIANZ}&exchange=XETR`)).as(depthView);
  expect([depth.bids, depth.asks]).toEqual([[], []]);
  const { quotes } = (await own.sim.get(`/market/quotes?listings=${ALLIANZ}:XETR`)).as(quoteList);
  expect(quotes.map(({ volume }) => volume)).toEqual([0]);
  const { bars } = (await own.sim.get(`/bars?isin=${ALLIANZ}&exchange=XETR&interval=1h&from=${at}`)).as(barList);
  expect(bars.length).toBeGreaterThan(8);
  expect(bars.every(({ volume }) => volume === 0)).toBe(true);
});

test('a comparison is 400 with its symbol and the remedy; the service still gives 500', proves('O3.10'), async () => {
  const own = await startBallast();
  const id = await createSample(own);
  await createAction(own, { kind: 'delisting', isin: ALLIANZ, ex_at: NEXT_DAY });
  await own.advance('2d');
  const compared = await own.sim.post('/compare', { portfolio_id: id, variants: [{}] });
  const { code, message, details } = compared.error();
  expect([compared.status, code, details.map(({ path }) => path)]).toEqual([400, 'invalid_request', ['/portfolio_id']]);
  expect(message).toBe(
    `ALV (${ALLIANZ}) has been delisted and has no price, so no rebalance can be planned. Plans are possible again once neither positions nor targets name it.`,
  );
  const plan = await own.b.post('/rebalance', { portfolio_id: id });
  expect([plan.status, plan.error().code]).toEqual([500, 'internal_error']);
  expect(plan.error().message).toMatch(/ once neither positions nor targets name it\.$/);
});
