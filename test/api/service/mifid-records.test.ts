/**
 * MiFID II records over HTTP (decisions F7, F10, G7): one for every fill of either form, retained for five years, never
 * changed.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RebalanceA } from '../../../src-server/contract/service/form-a.ts';
import type { OrderWire, RebalanceB } from '../../../src-server/contract/service/form-b.ts';
import type { MifidRecordWire } from '../../../src-server/contract/service/mifid.ts';
import { isLei } from '../../../src-server/domain/identifiers/lei.ts';
import { proves } from '../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { createA, rebalanceOfA, recordOf, startA } from './form-a-portfolio.ts';
import { executeSample, rebalanceOf, SAP, WORLD_ETF } from './sample-portfolio.ts';

const SHELL = 'GB00BP6MXD84';
const GOLD = 'IE00B4ND3602';
let server: TestServer;
let ofA: RebalanceA;
let ofB: RebalanceB;

beforeAll(async () => {
  server = await startBallast();
  const portfolioId = await createA(server, { account_type: 'isa', tax_jurisdiction: 'GB' });
  const rebalanceId = await startA(server, portfolioId, { target_weights: { [SAP]: 0.3, [SHELL]: 0.5, [GOLD]: 0.2 } });
  const b = await executeSample(server);
  await server.advance('2h');
  ofA = await rebalanceOfA(server, rebalanceId);
  ofB = await rebalanceOf(server, b.rebalanceId);
});
afterAll(stopAll);

/** Every fill of both forms, with its order and its record. */
async function recorded(): Promise<{ order: OrderWire; fill: OrderWire['fills'][number]; record: MifidRecordWire }[]> {
  const rows = [];
  for (const order of [...ofA.orders, ...ofB.orders]) {
    for (const fill of order.fills) {
      rows.push({ order, fill, record: await recordOf(server, fill.mifid_record_id) });
    }
  }
  return rows;
}

describe('every fill of either form', () => {
  test('has a separate record, under the id that it carries', async () => {
    const rows = await recorded();
    expect(rows.length).toBeGreaterThan(4);
    expect(new Set(rows.map(({ record }) => record.mifid_record_id)).size).toBe(rows.length);
    for (const { order, fill, record } of rows) {
      expect(record).toMatchObject({
        mifid_record_id: fill.mifid_record_id,
        record_type: 'order_execution',
        order: { order_id: order.order_id, side: order.side, isin: order.isin, venue: order.exchange },
        execution: {
          fill_id: fill.fill_id,
          venue: fill.exchange,
          price: fill.price,
          quantity: fill.quantity,
          currency: order.currency,
          executed_at: fill.filled_at.replace('Z', '000Z'),
          value: { amount: fill.value },
        },
      });
      // The value to the cent; a penny or an eurocent either way.
      expect(record.execution.consideration).toBeCloseTo(fill.quantity * fill.price, 1);
      const { quantity, price, value } = record.execution;
      expect(Math.round(quantity * price * value.fx_rate * 100) / 100).toBe(fill.value);
    }
  });

  test('is recorded in the order of time: decided, submitted, executed', proves('G42'), async () => {
    for (const { record } of await recorded()) {
      const { decided_at: decided, submitted_at: submitted } = record.order;
      const { executed_at: executed } = record.execution;
      expect([decided, submitted, executed]).toEqual([decided, submitted, executed].sort());
      expect(decided).toBe('2026-03-02T09:30:00.000000Z');
      expect(record.retained_until).toBe(executed.replace('2026', '2031').replace('000Z', 'Z'));
    }
  });

  test('is recorded with the way in which its order was sent', proves('G43'), async () => {
    for (const { record } of await recorded()) {
      const { side, order_type: type, limit_price: limit, time_in_force: validity, quantity } = record.order;
      // Sells are market orders and remain open; buys have a limit and live for a day (decisions G28 to G30).
      expect([type, validity]).toEqual(side === 'sell' ? ['market', 'GTCV'] : ['limit', 'DAVY']);
      if (limit !== null) expect(record.execution.price).toBeLessThanOrEqual(limit);
      expect(limit === null).toBe(side === 'sell');
      expect(record.order.sent_quantity).toBeLessThanOrEqual(quantity);
      expect(record.order.trading_capacity).toBe('AOTC');
    }
  });

  test('names the instrument, as far as it is known', async () => {
    const names = (await recorded()).map(({ record: { order } }) => [
      order.isin,
      order.instrument_name,
      order.instrument_classification,
    ]);
    expect(names).toContainEqual([SAP, 'SAP SE', 'ESXXXX']);
    expect(names).toContainEqual([WORLD_ETF, expect.stringContaining('MSCI World'), 'CEXXXX']);
    expect(names).toContainEqual([GOLD, expect.any(String), null]);
  });

  test(
    'has parties with valid identifiers, the account holder on the side of its order',
    proves('G44', 'G51'),
    async () => {
      for (const { record } of await recorded()) {
        const { buyer, seller, executing_entity: firm, transaction_reference: reference } = record.execution;
        const [holder, market] = record.order.side === 'buy' ? [buyer, seller] : [seller, buyer];
        expect([holder.role, market.role]).toEqual(['client', 'central_counterparty']);
        expect(record.client).toMatchObject({ client_id: expect.stringMatching(/^CL/), category: 'retail' });
        const all = [holder.lei, market.lei, firm];
        expect(all.every(isLei)).toBe(true);
        expect(new Set(all).size).toBe(3);
        expect(reference).toBe(`BLST${record.execution.fill_id.slice(3)}`);
        expect(record.execution.venue_transaction_id).toMatch(
          new RegExp(`^${record.execution.venue}20260302[A-Z0-9]{12}$`),
        );
      }
      const byVenue = new Map<string, Set<string>>();
      for (const { record } of await recorded()) {
        const { buyer, seller, venue } = record.execution;
        const { lei } = buyer.role === 'client' ? seller : buyer;
        byVenue.set(venue, (byVenue.get(venue) ?? new Set()).add(lei));
      }
      expect([...byVenue.values()].every(({ size }) => size === 1)).toBe(true);
      expect(byVenue.size).toBeGreaterThan(1);
    },
  );

  test(
    'has costs whose five parts are those of the fill and sum to its total, in money and of the value',
    proves('G45'),
    async () => {
      for (const { fill, record } of await recorded()) {
        const { items, aggregated, currency, timing } = record.costs_and_charges;
        expect([currency, timing]).toEqual(['EUR', 'ex_post']);
        const { commission, spread, impact, fx, transaction_tax: tax, total } = fill.costs;
        expect(items.map(({ item, amount }) => [item, amount])).toEqual([
          ['commission', commission],
          ['spread', spread],
          ['impact', impact],
          ['fx', fx],
          ['transaction_tax', tax],
        ]);
        for (const { amount, percent_of_value: percent } of [...items, aggregated.total]) {
          expect(percent).toBeCloseTo((amount / fill.value) * 100, 3);
        }
        const { service, execution, tax: taxes } = aggregated;
        expect(aggregated.total.amount).toBe(total);
        expect(service.amount + execution.amount + taxes.amount).toBeCloseTo(total, 6);
      }
    },
  );

  test('distinguishes the two laws, each article 25 by its own', proves('G7'), async () => {
    for (const { record } of await recorded()) {
      expect(record.order.legal_basis).toBe('Regulation (EU) No 600/2014 (MiFIR), Art. 25(1)');
      expect(record.execution.legal_basis).toBe(record.order.legal_basis);
      expect(record.suitability.legal_basis).toBe('Directive 2014/65/EU (MiFID II), Art. 25(2) and 25(6)');
      expect(record.costs_and_charges.legal_basis).toContain('Directive 2014/65/EU (MiFID II)');
    }
  });

  test('says why it was suitable: the profile of the targets and the reason of its order', proves('G45'), async () => {
    for (const { order, record } of await recorded()) {
      expect(record.suitability).toMatchObject({
        reason: order.reason,
        weight_before: order.weight_before,
        weight_target: order.weight_target,
        weight_after: order.weight_after,
        drift_threshold: 0.05,
      });
    }
    const [first] = await recorded();
    // 0.3 x 27 % + 0.5 x 22 % + 0.2 x 16 % = 22.3 %
    expect(first?.record.suitability).toMatchObject({ portfolio_volatility: 0.223, risk_profile: 'dynamic' });
    expect(first?.record.suitability.reservations).toEqual(['An ISA is kept in GBP, this one is in EUR.']);
  });

  test('has a client without a name: one for each portfolio, retail, if it is taxed', async () => {
    const clients = (await recorded()).map(({ record: { client, order } }) => [order.portfolio_id, client] as const);
    const byPortfolio = new Map(clients);
    for (const [portfolioId, client] of clients) expect(client).toEqual(byPortfolio.get(portfolioId));
    expect([...byPortfolio.values()].map(({ category, country }) => [category, country])).toEqual([
      ['retail', 'GB'],
      ['retail', 'DE'],
    ]);
    expect(new Set([...byPortfolio.values()].map(({ client_id: id }) => id)).size).toBe(2);
    const texts = await Promise.all(ofA.orders.flatMap(({ fills }) => fills).map(textOf));
    expect(texts.join()).not.toContain('Muster');
  });
});

const textOf = async ({ mifid_record_id: id }: { mifid_record_id: string }) =>
  (await server.a.get(`/mifid-records/${id}`)).text;

describe('a record', () => {
  test('is found on the bases that know Form A, and by no other id', proves('F10'), async () => {
    const id = ofB.orders[0]?.fills[0]?.mifid_record_id ?? '';
    const fillId = ofB.orders[0]?.fills[0]?.fill_id ?? '';
    const found = [await server.a.get(`/mifid-records/${id}`), await server.both.get(`/mifid-records/${id}`)];
    expect(found.map(({ status }) => status)).toEqual([200, 200]);
    expect(found[0]?.text).toBe(found[1]?.text);
    expect(found[0]?.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const unknown = `mr_${'0'.repeat(26)}`;
    const missing = [
      await server.b.get(`/mifid-records/${id}`),
      await server.a.get(`/mifid-records/${unknown}`),
      await server.a.get(`/mifid-records/${fillId}`),
      await server.a.delete(`/mifid-records/${id}`),
    ];
    expect(missing.map((response) => [response.status, response.error().code])).toEqual(
      missing.map(() => [404, 'not_found']),
    );
    expect(missing[1]?.error().message).toBe(`There is no MiFID II record ${unknown}.`);
    const anonymous = await server.a.send('GET', `/mifid-records/${id}`, { headers: { authorization: '' } });
    expect(anonymous.status).toBe(401);
  });

  test(
    'does not change by a byte, while its order continues, after a deletion and a restart',
    proves('G42'),
    async () => {
      const dataDir = newFolder();
      const own = await startBallast({ dataDir });
      const { portfolioId, rebalanceId } = await executeSample(own, {
        holdings: [{ isin: SAP, exchange: 'XETR', quantity: 4_000 }],
      });
      await own.advance('10s');
      const early = (await rebalanceOf(own, rebalanceId)).orders.flatMap(({ fills }) => fills);
      expect((await rebalanceOf(own, rebalanceId)).status).toBe('partially_filled');
      const textsOf = (of: TestServer) =>
        Promise.all(early.map(async ({ mifid_record_id: id }) => (await of.a.get(`/mifid-records/${id}`)).text));
      const first = await textsOf(own);
      expect(first.length).toBeGreaterThan(0);
      await own.advance('3d');
      expect(await textsOf(own)).toEqual(first);
      expect((await own.b.delete(`/portfolios/${portfolioId}`)).status).toBe(200);
      const head = await own.head();
      expect(await textsOf(own)).toEqual(first);
      expect(await own.head()).toBe(head);
      await own.stop();
      const again = await startBallast({ dataDir, seed: null, startAt: null, clockMode: null, rules: 'off' });
      expect(await textsOf(again)).toEqual(first);
    },
  );

  test('is the same in two worlds of one seed, and differs in a world of another', async () => {
    const textIn = async (seed: number) => {
      const own = await startBallast({ seed });
      const id = await startA(own, await createA(own));
      await own.advance('10m');
      const fill = (await rebalanceOfA(own, id)).orders[0]?.fills[0];
      return (await own.a.get(`/mifid-records/${fill?.mifid_record_id}`)).text;
    };
    const [one, same, other] = [await textIn(5), await textIn(5), await textIn(6)];
    expect(one).toBe(same);
    expect(one).not.toBe(other);
  });

  test(
    'is served until five years after its fill, and not from that instant on',
    proves('F7', '2.5 retention', '8 record retention'),
    async () => {
      const own = await startBallast({ startAt: Date.UTC(2028, 1, 29, 10) });
      const id = await startA(own, await createA(own));
      await own.advance('10m');
      const fill = (await rebalanceOfA(own, id)).orders[0]?.fills[0];
      const path = `/mifid-records/${fill?.mifid_record_id}`;
      const filledMs = Date.parse(fill?.filled_at ?? '');
      // 29 February has no fifth anniversary: 1 March takes its place.
      const ends = Date.UTC(2033, 2, 1) + (filledMs - Date.UTC(2028, 1, 29));
      expect((await recordOf(own, fill?.mifid_record_id ?? '')).retained_until).toBe(new Date(ends).toISOString());
      const moveTo = async (instantMs: number) => {
        const response = await own.sim.post('/clock/advance', { to: new Date(instantMs).toISOString() });
        if (response.status !== 202) throw new Error(response.text);
        await own.ready();
        return (await own.a.get(path)).status;
      };
      const statuses = [];
      for (const offsetMs of [-1000, -1, 0, 1000]) statuses.push(await moveTo(ends + offsetMs));
      expect(statuses).toEqual([200, 200, 404, 404]);
      // The rebalance itself is still there.
      expect((await own.a.get(`/rebalances/${id}`)).status).toBe(200);
    },
  );
});

describe('identifiers of legal entities', () => {
  test.each(['5493001KJTIIGC8Y1R12', '529900T8BM49AURSDO55', '213800LBQA1Y9L22JB70'])('%s is valid', (lei) => {
    expect(isLei(lei)).toBe(true);
  });
  test.each(['5493001KJTIIGC8Y1R13', '5493001KJTIIGC8Y1R1', '5493001kjtiigc8y1r12', ''])('%s is not', (lei) => {
    expect(isLei(lei)).toBe(false);
  });
});
