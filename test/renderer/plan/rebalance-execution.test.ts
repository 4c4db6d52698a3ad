/** The computations of a rebalance's page: why it failed, its result, and its chart. */
import { describe, expect, it } from 'vitest';
import { scaleAround, scaleBetween, timeTicks } from '../../../src-renderer/components/charts/chart-scales.ts';
import {
  executionRows,
  executionSpan,
  fillPoints,
  midPoints,
  priceDomain,
} from '../../../src-renderer/screens/rebalances/detail/execution-points.ts';
import { cashGap, orderResult, totalResult } from '../../../src-renderer/screens/rebalances/detail/execution-result.ts';
import {
  failedDeliveries,
  failureGroups,
  formatOutage,
} from '../../../src-renderer/screens/rebalances/detail/failure-groups.ts';
import { sentPart } from '../../../src-renderer/screens/rebalances/detail/sent-part.ts';
import type { MarketFaultView } from '../../../src-server/contract/control/market/faults.ts';
import type { RebalanceView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import type { TraceNode } from '../../../src-server/contract/control/world/trace.ts';
import type { Costs, OrderWire } from '../../../src-server/contract/service/form-b.ts';

const START = '2026-03-02T09:30:00.000Z';
const END = '2026-03-02T10:30:00.000Z';

function costs(spread: number, total = spread): Costs {
  const rest = { commission: total - spread, impact: 0, fx: 0, transaction_tax: 0 };
  return { ...rest, spread, total, total_bps: total / 10, budget_bps: null };
}

function fill(quantity: number, price: number, cost: number, at = START): OrderWire['fills'][number] {
  const ids = { fill_id: `fl_${quantity}${price}`, order_id: 'or_1', mifid_record_id: 'mr_1', exchange: 'XETR' };
  return { ...ids, quantity, price, value: quantity * price, costs: costs(cost), filled_at: at };
}

function order(change: Partial<OrderWire> = {}): OrderWire {
  return {
    order_id: 'or_1',
    sequence: 1,
    side: 'buy',
    isin: 'DE0007164600',
    exchange: 'XETR',
    currency: 'EUR',
    quantity: 10,
    filled_quantity: 10,
    status: 'filled',
    estimated_price: 100,
    estimated_value: 1_000,
    weight_before: 0,
    weight_target: 0,
    weight_after: 0,
    costs: costs(1, 2),
    lots: [],
    fills: [],
    reason: { code: 'underweight', text: '' },
    ...change,
  };
}

describe('the chart of an execution', () => {
  it('has the mids and the fills as rows of one time, so that keys move from one to the other', () => {
    const [startMs, endMs] = [Date.parse(START), Date.parse(END)];
    const mids = [startMs, endMs].map((atMs) => ({ atMs, price: 100 }));
    const fills = fillPoints(order({ fills: [fill(4, 101, 1, '2026-03-02T10:00:00.000Z')] }));
    const none = { price: null, quantity: null, share: null };
    expect(executionRows(mids, fills)).toEqual([
      { atMs: startMs, mid: 100, ...none },
      { atMs: startMs + 1_800_000, mid: null, price: 101, quantity: 4, share: 0.4 },
      { atMs: endMs, mid: 100, ...none },
    ]);
  });
});

describe('the result of an order', () => {
  it('is more expensive than its estimate with a positive slippage, for a buy above the mid and a sell below it', () => {
    const fills = [fill(4, 100, 1), fill(6, 101, 1)];
    expect(orderResult(order({ fills }))).toMatchObject({ averagePrice: 100.6, filledShare: 1 });
    expect(orderResult(order({ fills }))?.slippageBps).toBeCloseTo(60);
    expect(orderResult(order({ fills, side: 'sell' }))?.slippageBps).toBeCloseTo(-60);
    // One of a thousand for the half-spread.
    expect(orderResult(order({ fills }))?.expectedBps).toBeCloseTo(10);
  });

  it('has the move of the market in its slippage, and not in its cost: 100 bps = 10 of half-spread + 90 of the market', () => {
    const result = orderResult(order({ fills: [fill(10, 101, 1)] }));
    expect(result?.slippageBps).toBeCloseTo(100);
    expect(result?.marketBps).toBeCloseTo(90);
    expect(result?.actual.total).toBe(1);
    // A sell at the same prices costs as much, while the market moved in its favour.
    expect(orderResult(order({ fills: [fill(10, 101, 1)], side: 'sell' }))?.marketBps).toBeCloseTo(-110);
  });

  it('is compared with the estimate of the filled part, and is empty before the first fill', () => {
    const half = orderResult(order({ fills: [fill(5, 100, 3)] }));
    expect(half?.filledShare).toBe(0.5);
    expect([half?.estimated.total, half?.actual.total]).toEqual([1, 3]);
    expect(orderResult(order())).toBeNull();
  });

  it('is summed by the value of the filled part', () => {
    const results = [
      orderResult(order({ fills: [fill(10, 101, 4)] })),
      orderResult(order({ fills: [fill(30, 100, 2)], quantity: 30 })),
    ].flatMap((result) => result ?? []);
    const total = totalResult(results);
    expect(total?.filledValue).toBe(4_010);
    expect(total?.slippageBps).toBeCloseTo((100 * 1_010) / 4_010);
    expect([total?.estimated.total, total?.actual.total]).toEqual([4, 6]);
    expect(totalResult([])).toBeNull();
  });
});

function failed(orders: OrderWire[], progress: RebalanceView['progress'], change: Partial<RebalanceView> = {}) {
  const rebalance = { orders, warnings: [], created_at: START, executed_at: START, completed_at: END };
  return { progress, outages: [], rebalance, ...change } as unknown as RebalanceView;
}

function ended(id: string, code: string, message: string): RebalanceView['progress'][number] {
  const sent = { submissions: 1, sent_at: START, sent_quantity: 10, planned_quantity: 10, limit_price: null };
  return { order_id: id, ...sent, ending: { code, message } };
}

function fault(id: string, change: Partial<MarketFaultView>): MarketFaultView {
  return {
    scope: 'market',
    fault_id: id,
    kind: 'exchange_down',
    exchange: 'XSWX',
    isin: null,
    status: 'over',
    from: START,
    until: END,
    share: 1,
    count: null,
    hits: 0,
    ended_at: null,
    ...change,
  };
}

describe('the sent part of an order', () => {
  const sent = (quantity: number, at = START) => [
    { ...ended('or_1', 'exchange_refused', ''), sent_quantity: quantity, sent_at: at },
  ];

  it('is shown where the cash covered only a part of it', () => {
    expect(sentPart(order({ quantity: 38.2535 }), sent(15.8182))).toBe(15.8182);
    expect(sentPart(order({ quantity: 38.2535 }), sent(38.2535))).toBeNull();
    expect(sentPart(order(), [])).toBeNull();
  });

  it('is compared with the rest of it by then: 10 − 4 = 6', () => {
    const fills = [fill(4, 100, 1, START)];
    expect(sentPart(order({ fills }), sent(6, END))).toBeNull();
    expect(sentPart(order({ fills }), sent(5, END))).toBe(5);
    // A fill of the part itself comes after it was sent.
    expect(sentPart(order({ fills }), sent(6))).toBe(6);
  });
});

describe('why a rebalance failed', () => {
  const lost = 'XSWX lost its order book.';
  const outage = { exchange: 'XSWX', from: '2026-03-02T09:31:00.000Z', until: '2026-03-02T10:01:12.000Z' };
  const swiss = [
    order({ order_id: 'or_1', exchange: 'XSWX', status: 'cancelled' }),
    order({ order_id: 'or_2', exchange: 'XSWX', status: 'cancelled' }),
  ];

  it('is shown once for all orders that ended alike, the largest group first, and not for filled ones', () => {
    const orders = [order({ order_id: 'or_3', status: 'rejected', exchange: 'XLON' }), ...swiss, order()];
    const endings = [
      ended('or_3', 'price_collar', 'x'),
      ended('or_1', 'book_lost', lost),
      ended('or_2', 'book_lost', lost),
    ];
    const groups = failureGroups(failed(orders, endings, { outages: [outage] }), []);
    expect(groups.map(({ exchange, orders: own }) => [exchange, own.length])).toEqual([
      ['XSWX', 2],
      ['XLON', 1],
    ]);
    expect(groups.map(({ outages }) => outages.length)).toEqual([1, 0]);
    expect(formatOutage(outage, [])).toBe(
      'XSWX was disconnected from 2026-03-02\u00a009:31:00 to 10:01:12 UTC (30 m).',
    );
    // The fault was over before the reconnection; that of another exchange is not involved.
    const over = fault('ft_1', { until: '2026-03-02T10:00:10.000Z' });
    expect(formatOutage(outage, [fault('ft_2', { exchange: 'XLON', until: '2026-03-02T10:00:20.000Z' }), over])).toBe(
      'XSWX was disconnected from 2026-03-02\u00a009:31:00 to 10:01:12 UTC (30 m). The outage ended at 10:00:10 ' +
        'and the connection returned at 10:01:12. Orders were sent again from then on.',
    );
    expect(formatOutage({ ...outage, until: null }, [])).toContain('has been disconnected since');
  });

  it('names the faults that can have caused it, at that place and in that time, and no other', () => {
    const endings = [ended('or_1', 'book_lost', lost), ended('or_2', 'book_lost', lost)];
    const faults = [
      fault('ft_behind', { cancel_orders: true }),
      fault('ft_gentle', { cancel_orders: false }),
      fault('ft_elsewhere', { cancel_orders: true, exchange: 'XETR' }),
      fault('ft_before', { cancel_orders: true, until: START }),
      fault('ft_after', { cancel_orders: true, from: '2026-03-02T11:00:00.000Z', until: null }),
      fault('ft_other', { kind: 'late_fills' }),
    ];
    const [group] = failureGroups(failed(swiss, endings), faults);
    expect(group?.faults.map(({ fault_id: id }) => id)).toEqual(['ft_behind']);
  });

  it('uses the fault that a refusal names, and adds no outage', () => {
    const id = 'ft_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    const endings = [ended('or_1', 'exchange_refused', `XSWX refuses orders (fault ${id}).`)];
    const faults = [fault('ft_other', { kind: 'reject_orders' }), fault(id, { kind: 'reject_orders' })];
    const [group] = failureGroups(failed(swiss.slice(0, 1), endings, { outages: [outage] }), faults);
    expect(group?.faults.map((each) => each.fault_id)).toEqual([id]);
    expect(group?.outages).toEqual([]);
    // The fault has its link beside the message.
    expect(group?.message).toBe('XSWX refuses orders.');
  });

  it('has the text of the service for an order that was given up before it was sent', () => {
    const message = 'Order 1 (buy DE0007164600) was reduced from 10 to 0: cash ran short.';
    const view = failed([order({ status: 'cancelled' })], []);
    const warned = { ...view, rebalance: { ...view.rebalance, warnings: [{ code: 'order_reduced', message }] } };
    expect(failureGroups(warned, [])[0]?.message).toBe(message);
    expect(failureGroups(view, [])[0]?.message).toBe('It was not sent.');
  });

  it('includes the undelivered webhooks, with their latest attempt in words', () => {
    const node = (id: string, kind: TraceNode['kind'], status: string | null, parent: string | null): TraceNode => ({
      id,
      kind,
      status,
      parent,
      at: START,
      offset_ms: 0,
      title: `${kind} ${id}`,
      data: {},
    });
    const nodes = [
      node('dl_1', 'delivery', 'succeeded', null),
      node('dl_2', 'delivery', 'pending', null),
      node('dl_2/1', 'attempt', '500', 'dl_2'),
      node('dl_2/2', 'attempt', null, 'dl_2'),
      node('dl_3', 'delivery', 'pending', null),
      node('dl_4', 'delivery', 'failed', null),
    ];
    const failing = failedDeliveries(nodes).map(({ delivery, attempt }) => [delivery.id, attempt?.id]);
    expect(failing).toEqual([
      ['dl_4', undefined],
      ['dl_2', 'dl_2/2'],
    ]);
  });
});

describe('the cash after an execution', () => {
  const NOTHING = { total: 0, costs: 0, orders: 0, moves: 0, payments: 0 };
  // As planned: a buy of 1 000.00 at the mid, with 2.00 of costs, half of them commission.
  const planned = { cash_before: 5_000, cash_after: 3_998 };
  const paid = (value: number, change: Partial<OrderWire['fills'][number]> = {}) => ({
    ...fill(10, 100.1, 1),
    value,
    costs: costs(1, 2),
    ...change,
  });

  it('differs from the plan by costs and by moves in between, which add up', () => {
    const orders = [order({ fills: [paid(1_004, { costs: costs(1, 4.5) })] })];
    const gap = cashGap({ ...planned, orders }, 3_992.5);
    expect(gap).toEqual({ ...NOTHING, total: -5.5, costs: -2.5, moves: -3 });
  });

  it('keeps what an order that was not filled in full would have cost apart from prices and costs', () => {
    const fills = [paid(900.9, { quantity: 9, costs: costs(0.9, 1.8) })];
    const orders = [order({ status: 'cancelled', fills })];
    expect(cashGap({ ...planned, orders }, 4_098.2)).toEqual({ ...NOTHING, total: 100.2, orders: 100.2 });
    const unsold = [order({ status: 'cancelled', side: 'sell' })];
    const sold = { cash_before: 5_000, cash_after: 5_998, orders: unsold };
    expect(cashGap(sold, 5_000)).toEqual({ ...NOTHING, total: -998, orders: -998 });
  });

  it('keeps cash that was paid in or out apart from the orders', () => {
    const orders = [order({ fills: [paid(1_001)] })];
    expect(cashGap({ ...planned, orders }, 4_498)).toEqual({ ...NOTHING, total: 500, payments: 500 });
  });
});

describe('the time span of that chart', () => {
  const at = (text: string) => Date.parse(`2026-03-02T${text}Z`);
  const executed = { executedAt: START, nowMs: at('12:00:00.000') };

  it('covers the duration of an order, in bars of seconds, and up to now while it is under way', () => {
    const short = order({ fills: [fill(1, 100, 1, '2026-03-02T09:31:00.000Z')] });
    const span = executionSpan({ ...executed, order: short, completedAt: END });
    expect(span).toEqual({ fromMs: at('09:29:30.000'), untilMs: at('09:31:30.000'), interval: '1s' });
    const running = executionSpan({ ...executed, order: short, completedAt: null });
    expect(running).toMatchObject({ untilMs: null, interval: '1m' });
  });

  it('draws the mid from bar to bar and to the end of the last one', () => {
    const bar = (start: string, open: number, close: number) => ({
      at: start,
      open,
      close,
      high: 0,
      low: 0,
      volume: 0,
    });
    const bars = [bar(START, 100, 101), bar('2026-03-02T09:31:00.000Z', 101, 99)];
    const points = midPoints({ isin: '', exchange: '', currency: 'EUR', interval: '1m', bars });
    expect(points.map(({ atMs, price }) => [atMs, price])).toEqual([
      [at('09:30:00.000'), 100],
      [at('09:31:00.000'), 101],
      [at('09:32:00.000'), 99],
    ]);
  });

  it('has round prices and times on its axes, and a height even for a constant price', () => {
    const [low, high] = priceDomain([100, 100]);
    expect(high).toBeGreaterThan(low);
    const prices = scaleBetween(231.3, 231.7);
    expect(prices.ticks(4)).toEqual([231.3, 231.4, 231.5, 231.6, 231.7]);
    expect(prices.ticks(4).map(prices.tickFormat(4, 'f'))).toEqual(['231.3', '231.4', '231.5', '231.6', '231.7']);
    expect(scaleAround(116_282, 116_416).domain()).toEqual([116_280, 116_420]);
    expect(scaleAround(100, 100).ticks(6).length).toBeGreaterThan(1);
    expect(
      timeTicks(at('09:29:30.000'), at('09:32:00.000')).map((ms) => new Date(ms).toISOString().slice(14, 19)),
    ).toEqual(['29:30', '30:00', '30:30', '31:00', '31:30', '32:00']);
    // Labels have no parts of a second.
    expect(timeTicks(at('09:30:00.000'), at('09:30:01.500'))).toEqual([at('09:30:00.000'), at('09:30:01.000')]);
  });
});
