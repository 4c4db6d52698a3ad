import { describe, expect, it } from 'vitest';
import type { RoutedOrder } from '../../../src-server/market/exchange-connectors.ts';
import type { FaultInput } from '../../../src-server/market/faults/fault-scheduler.ts';
import { draws, fc } from '../../support/draws.ts';
import { type Exchanges, NOTHING_LEFT, openExchanges, SAP } from './exchange-fixture.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** So long that none of our own trading decays: its weight is all that the exchanges have executed. */
const NEVER_MS = 1e24;

type Action =
  | { readonly do: 'submit'; readonly order: Partial<RoutedOrder> }
  | {
      readonly do: 'fault';
      readonly kind: FaultInput['kind'];
      readonly fault: Partial<FaultInput>;
      readonly forMs: number;
    }
  | { readonly do: 'cancel'; readonly pick: number }
  | { readonly do: 'disconnect' | 'connect'; readonly mic: string };

const mics = fc.constantFrom('XETR', 'XPAR');

const submission = fc
  .record({
    mic: mics,
    side: fc.constantFrom('buy' as const, 'sell' as const),
    shares: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 20, max: 600 })),
    // The price of SAP is about 230.5, with ticks of 0.05.
    limitTicks: fc.option(fc.integer({ min: 4600, max: 4620 })),
    dayEnd: fc.constantFrom('expire' as const, 'carry' as const),
  })
  .map(({ shares, limitTicks, ...rest }): Action => {
    const limitPriceMicro = limitTicks === null ? null : limitTicks * 50_000;
    return { do: 'submit', order: { ...rest, quantityMicro: shares * 1_000_000, limitPriceMicro } };
  });

/** The amount of a kind, drawn small, so that events overlap. */
const AMOUNTS: Partial<Record<FaultInput['kind'], fc.Arbitrary<number>>> = {
  exchange_slow: fc.integer({ min: 1, max: 30_000 }),
  partial_fills: fc.double({ min: 0, max: 0.999, noNaN: true }),
  late_fills: fc.integer({ min: 1, max: 2 * HOUR_MS }),
};

const KINDS: FaultInput['kind'][] = [
  ...(['exchange_down', 'exchange_slow', 'reject_orders', 'partial_fills', 'lost_acknowledgements'] as const),
  ...(['duplicate_fills', 'late_fills', 'reordered_fills', 'halt_instrument'] as const),
];

const fault = fc.constantFrom(...KINDS).chain((kind) =>
  fc
    .record({
      mic: kind === 'exchange_down' ? mics : fc.option(mics),
      share: fc.constantFrom(1, 0.5, 0.2),
      count: fc.option(fc.integer({ min: 1, max: 5 })),
      amount: AMOUNTS[kind] ?? fc.constant(null),
      cancelsOrders: fc.boolean(),
      forMs: fc.oneof(fc.integer({ min: 1, max: 120_000 }), fc.integer({ min: 1, max: 8 * HOUR_MS })),
    })
    .map(({ forMs, share, count, cancelsOrders, ...rest }): Action => {
      const isWhole = kind === 'exchange_down' || kind === 'halt_instrument';
      const hits = isWhole ? { share: 1, count: null } : { share, count };
      const isin = kind === 'halt_instrument' ? SAP : null;
      return {
        do: 'fault',
        kind,
        forMs,
        fault: { ...rest, ...hits, isin, cancelsOrders: kind === 'exchange_down' && cancelsOrders },
      };
    }),
);

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: submission },
  { weight: 5, arbitrary: fault },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), pick: fc.nat(20) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('disconnect' as const, 'connect' as const), mic: mics }) },
);

const story = fc.array(
  fc.record({
    action,
    // Mostly within the time of a message or a slice, sometimes hours.
    afterMs: fc.oneof(fc.nat(30), fc.nat(12_000), fc.nat(60_000), fc.nat(6 * HOUR_MS)),
  }),
  { minLength: 2, maxLength: 14 },
);

/** Plays the actions, then brings everything up; returns the orders that were sent. */
function play(exchanges: Exchanges, actions: readonly { readonly action: Action; readonly afterMs: number }[]) {
  const { submit, cancel, setFault, disconnect, connect, pass, kernel } = exchanges;
  const sent: Partial<RoutedOrder>[] = [];
  for (const { action: now, afterMs } of actions) {
    if (now.do === 'submit') {
      const order = { ...now.order, orderId: `or_${sent.length}` };
      sent.push(order);
      submit(order);
    } else if (now.do === 'fault') setFault(now.kind, { ...now.fault, untilMs: kernel.nowMs + now.forMs });
    else if (now.do === 'cancel') cancel(`or_${now.pick % Math.max(1, sent.length)}`);
    else if (now.do === 'disconnect') disconnect(now.mic);
    else connect(now.mic);
    pass(afterMs);
  }
  pass(DAY_MS);
  for (const mic of ['XETR', 'XPAR']) connect(mic);
  return sent;
}

describe('exchanges with random faults', { tags: ['drawn'] }, () => {
  it('execute every order once: all of it, or a part and one termination, reported after its fills, with nothing left', () => {
    fc.assert(
      fc.property(story, fc.nat(1000), (actions, seed) => {
        const venue = { acknowledgeWithinMs: 2000, lotMicro: 1 };
        const exchanges = openExchanges({ seed, venue, simulation: { impactHalfLifeMs: NEVER_MS } });
        const { recorder, rowsLeft, settle, exchangeOrders } = exchanges;
        const sent = play(exchanges, actions);
        expect(settle()).toBe(true);
        const netMicro = { XETR: 0, XPAR: 0 };
        for (const { orderId = '', mic, side, quantityMicro = 0 } of sent) {
          const fills = recorder.fillsOf(orderId);
          const filledMicro = recorder.filledMicro(orderId);
          const endings = recorder.endingsOf(orderId);
          expect(filledMicro).toBeLessThanOrEqual(quantityMicro);
          const numbers = fills.map(({ executionNo }) => executionNo).sort((one, other) => one - other);
          expect(numbers).toEqual(numbers.map((_, n) => n + 1));
          // Never both and never neither.
          expect(endings).toHaveLength(filledMicro === quantityMicro ? 0 : 1);
          for (const { executions } of endings) expect(executions).toBe(fills.length);
          const reported = recorder.storyOf(orderId);
          expect(reported.lastIndexOf('ended')).toBe(endings.length === 0 ? -1 : reported.length - 1);
          expect(recorder.acknowledgedOf(orderId).length).toBeLessThanOrEqual(1);
          if (fills.length > 0) expect(reported[0]).toBe('acknowledged');
          netMicro[mic === 'XPAR' ? 'XPAR' : 'XETR'] += side === 'sell' ? -filledMicro : filledMicro;
        }
        // The executions of the exchanges equal the reports: nothing happened twice unnoticed.
        expect(exchangeOrders.flow(SAP, 'XETR')?.netMicro ?? 0).toBe(netMicro.XETR);
        expect(exchangeOrders.flow(SAP, 'XPAR')?.netMicro ?? 0).toBe(netMicro.XPAR);
        expect(rowsLeft()).toEqual(NOTHING_LEFT);
      }),
      { numRuns: draws(150) },
    );
  });

  it('repeat the same in the same world', () => {
    fc.assert(
      fc.property(story, fc.nat(1000), (actions, seed) => {
        const reported = () => {
          const exchanges = openExchanges({ seed });
          play(exchanges, actions);
          exchanges.settle();
          return { all: exchanges.recorder.all, head: exchanges.kernel.head };
        };
        expect(reported()).toEqual(reported());
      }),
      { numRuns: draws(15) },
    );
  });
});
