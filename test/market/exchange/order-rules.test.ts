import { describe, expect, it } from 'vitest';
import { createOrderRules } from '../../../src-server/market/exchange/order-rules.ts';
import type { RoutedOrder } from '../../../src-server/market/exchange-connectors.ts';
import { PinRegistry } from '../../../src-server/market/prices/pin-registry.ts';
import { withPins } from '../../../src-server/market/prices/pinned-prices.ts';
import { makeMarket } from '../market-fixture.ts';
import { anOrder, changedFacts, NOON, SAP } from './exchange-fixture.ts';

const { data, prices } = makeMarket(42);
const PINS = new PinRegistry([{ subject: SAP, midMicro: 200_000_000, currency: 'EUR', fromMs: NOON, untilMs: null }]);
/** The price of SAP is 200 EUR; its tick is 0.05 there, and 0.02 below; whole shares only. */
const WHOLE_SHARES = changedFacts({ lotMicro: 1_000_000 });
const rules = createOrderRules(WHOLE_SHARES, withPins(prices, data, PINS));
const validate = (order: Partial<RoutedOrder>) => rules(anOrder(order), NOON);

describe('the checks of an exchange before it accepts an order', () => {
  it.each<[string, Partial<RoutedOrder>, string, string]>([
    [
      'an instrument that does not exist',
      { isin: 'DE0000000000' },
      'unknown_listing',
      'DE0000000000 is not listed on XETR.',
    ],
    ['a venue that does not exist', { mic: 'XNYS' }, 'unknown_listing', `${SAP} is not listed on XNYS.`],
    ['an instrument that is listed elsewhere', { mic: 'XOSL' }, 'unknown_listing', `${SAP} is not listed on XOSL.`],
    ['half a share', { quantityMicro: 500_000 }, 'lot_size', '0.5 is not a multiple of the lot of 1 on XETR.'],
    [
      'a millionth too many',
      { quantityMicro: 3_000_001 },
      'lot_size',
      '3.000001 is not a multiple of the lot of 1 on XETR.',
    ],
    [
      'a limit between two prices',
      { limitPriceMicro: 200_010_000 },
      'tick_size',
      'The limit 200.01 is not a multiple of the tick of 0.05.',
    ],
    [
      'a limit between two prices below a floor',
      { limitPriceMicro: 199_990_000 },
      'tick_size',
      'The limit 199.99 is not a multiple of the tick of 0.02.',
    ],
    [
      'a limit a tick above the collar',
      { limitPriceMicro: 220_050_000 },
      'price_collar',
      'The limit 220.05 is more than 10 % away from 200.',
    ],
    [
      'a limit a tick below the collar',
      { limitPriceMicro: 179_980_000 },
      'price_collar',
      'The limit 179.98 is more than 10 % away from 200.',
    ],
  ])('refuses %s', (_, order, code, text) => {
    expect(validate(order)).toEqual({ code, text });
  });

  it.each<[string, Partial<RoutedOrder>]>([
    ['a market order of one lot', { quantityMicro: 1_000_000 }],
    ['a limit on the grid', { limitPriceMicro: 200_050_000 }],
    ['a limit on the finer grid below a floor', { limitPriceMicro: 199_980_000 }],
    ['a limit exactly at the collar above', { limitPriceMicro: 220_000_000 }],
    ['a limit exactly at the collar below', { limitPriceMicro: 180_000_000 }],
    ['a sale as well', { side: 'sell', limitPriceMicro: 220_000_000 }],
  ])('accepts %s', (_, order) => {
    expect(validate(order)).toBeNull();
  });

  it('names the first reason of several: listing, lot, tick, collar', () => {
    const wrong = { isin: 'DE0000000000', quantityMicro: 1, limitPriceMicro: 300_010_000 };
    expect(validate(wrong)?.code).toBe('unknown_listing');
    expect(validate({ ...wrong, isin: SAP })?.code).toBe('lot_size');
    expect(validate({ ...wrong, isin: SAP, quantityMicro: 1_000_000 })?.code).toBe('tick_size');
    expect(validate({ limitPriceMicro: 300_000_000 })?.code).toBe('price_collar');
  });

  it('accepts fractions down to the lot of the venue', () => {
    const fractions = createOrderRules(changedFacts({ lotMicro: 10_000 }), prices);
    expect(fractions(anOrder({ quantityMicro: 1_230_000 }), NOON)).toBeNull();
    expect(fractions(anOrder({ quantityMicro: 1_234_000 }), NOON)?.text).toBe(
      '1.234 is not a multiple of the lot of 0.01 on XETR.',
    );
  });

  it('measures the collar from the mid of the instant, and states it without floating-point noise', () => {
    const narrow = createOrderRules(changedFacts({}, { priceCollar: 0.07 }), withPins(prices, data, PINS));
    expect(narrow(anOrder({ limitPriceMicro: 214_000_000 }), NOON)).toBeNull();
    expect(narrow(anOrder({ limitPriceMicro: 214_050_000 }), NOON)?.text).toBe(
      'The limit 214.05 is more than 7 % away from 200.',
    );
    // Before the pin the mid is about 230, which has 240 within its collar.
    expect(narrow(anOrder({ limitPriceMicro: 240_000_000 }), NOON - 1)).toBeNull();
    expect(narrow(anOrder({ limitPriceMicro: 240_000_000 }), NOON)?.code).toBe('price_collar');
  });
});
