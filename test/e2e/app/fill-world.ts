/** Creates a world in which every list has a thousand rows or more, over HTTP as clients would. */
import type { BallastServer } from '../../../src-server/app.ts';

export const ROWS = 1_000;
/** Limit of the scheduled cash flows of a portfolio. */
export const SCHEDULED = 100;

export interface FilledWorld {
  readonly bulkId: string;
  /** A portfolio with many cash flows. */
  readonly busyId: string;
  /** A portfolio with many sales. */
  readonly soldId: string;
}

/** Later than every event here. */
const LATER = '2028-01-01T00:00:00Z';
const JSON_HEADERS = { 'content-type': 'application/json' };
/** Number of concurrent requests. */
const AT_ONCE = 8;

export async function fillWorld(ballast: BallastServer): Promise<FilledWorld> {
  const sim = senderOf(ballast.controlUrl, ballast.adminToken);
  const service = senderOf(ballast.formBUrl, ballast.apiKey);
  await sim('/sink/all', { number: 'the very first' });
  await eachOf(ROWS, (number) => sim('/sink/all', { number }));
  await eachOf(ROWS, (number) => sim('/accounts', { account_id: `desk-${number}` }));
  await eachOf(ROWS, (number) => sim('/keys', { name: `key ${number}` }));
  await sim('/webhooks', { url: '/sim/sink/hooks', events: ['rebalance.created'] });
  const bulkId = await executeBulk(sim, await createPortfolios(service));
  const busyId = await createCashFlows(sim, service);
  // An operation that is never called; a thousand are stored.
  const match = { operation: 'cancelPlan' };
  await sim('/faults', { kind: 'api_latency', latency_ms: { fixed: 10_000 }, match, count: 777 });
  await eachOf(ROWS - 1, (number) =>
    sim('/faults', { kind: 'api_latency', latency_ms: { fixed: 10_000 + number }, match }),
  );
  await eachOf(ROWS, (number) => sim('/faults', { kind: 'exchange_slow', added_ms: number, from: LATER }));
  return { bulkId, busyId, soldId: await stateSales(sim, service) };
}

/** `full-1` to `full-1000`, in this order. */
async function createPortfolios(service: Send): Promise<string[]> {
  const ids: string[] = [];
  await oneByOne(ROWS, async (number) => {
    const portfolio = await service('/portfolios', {
      external_id: `full-${number}`,
      currency: 'EUR',
      tax_wrapper: 'Depot',
      cash: 2_000,
      targets: [{ isin: 'DE0007164600', weight: 0.9 }],
    });
    ids.push(portfolio.portfolio_id ?? '');
  });
  return ids;
}

async function executeBulk(sim: Send, portfolioIds: readonly string[]): Promise<string> {
  const { bulk_id: bulkId = '' } = await sim('/bulk-rebalances', { portfolio_ids: portfolioIds, wait: true });
  await sim(`/bulk-rebalances/${bulkId}/execute`, { pace: { per_minute: 1_000 } });
  await sim('/clock/advance', { by: '2h', snapshot: false, wait: true, wait_ms: 600_000 });
  return bulkId;
}

/** The first that is booked has a different amount. */
async function createCashFlows(sim: Send, service: Send): Promise<string> {
  const { portfolio_id: id = '' } = await service('/portfolios', {
    external_id: 'busy',
    currency: 'EUR',
    tax_wrapper: 'Depot',
    cash: 2_000,
    targets: [{ isin: 'DE0007164600', weight: 0.9 }],
  });
  const createFlow = (flow: object) => sim(`/portfolios/${id}/cash-flows`, { kind: 'deposit', ...flow });
  await createFlow({ amount: 98.76 });
  await oneByOne(ROWS, (number) => createFlow({ amount: (20_000 + number) / 100 }));
  const firstMs = Date.UTC(2027, 0, 1);
  await oneByOne(SCHEDULED, (number) =>
    createFlow({ amount: (10_000 + number) / 100, at: new Date(firstMs + number * 3_600_000).toISOString() }),
  );
  return id;
}

async function stateSales(sim: Send, service: Send): Promise<string> {
  const { portfolio_id: id = '' } = await service('/portfolios', {
    external_id: 'lots',
    currency: 'EUR',
    tax_wrapper: 'Depot',
    cash: 2_000,
    targets: [{ isin: 'DE0007164600', weight: 0.9 }],
  });
  const all = Array.from({ length: 2 * ROWS }, (_, index) => index + 1);
  const minuteOf = (day: string, number: number) => new Date(Date.parse(day) + number * 60_000).toISOString();
  const lots = all.map((number) => ({
    quantity: 1,
    unit_cost: (5_000 + number) / 100,
    acquired_at: minuteOf('2024-01-01T00:00:00Z', number),
  }));
  const sales = all.slice(ROWS).map((number) => ({
    quantity: 1,
    unit_proceeds: (10_000 + number) / 100,
    sold_at: minuteOf('2026-01-02T00:00:00Z', number),
  }));
  const position = { isin: 'DE0007164600', exchange: 'XETR', quantity: ROWS, lots, sales };
  await sim(`/portfolios/${id}/positions`, { positions: [position] });
  return id;
}

type Send = (path: string, body: object) => Promise<Record<string, string>>;

function senderOf(base: string, token: string): Send {
  return async (path, body) => {
    const headers = { ...JSON_HEADERS, authorization: `Bearer ${token}` };
    const response = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, string>;
  };
}

async function oneByOne(count: number, work: (number: number) => Promise<unknown>): Promise<void> {
  for (let number = 1; number <= count; number += 1) await work(number);
}

/** In no order. */
async function eachOf(count: number, work: (number: number) => Promise<unknown>): Promise<void> {
  let taken = 0;
  const take = async () => {
    while (taken < count) {
      taken += 1;
      await work(taken);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
}
