/** The reason for the exchange of an order, and the costs at the others. */
import { describe, expect, test } from 'vitest';
import type { ListingView } from '../../../src-server/domain/market-view.ts';
import type { PlanInput } from '../../../src-server/domain/plan/plan.ts';
import { makeInstrument, makeListing, makeView } from '../make-view.ts';
import { alphaAndBeta, explained, held } from './explained-portfolio.ts';

const at = (mic: string, bps: number, minimumMinor = 0, changes: Partial<ListingView> = {}) =>
  makeListing(mic, 100, { commission: { bps, minimumMinor, capMinor: null }, ...changes });

/** 1 000.00 to spend on a target of 80 %, so an order of 800.00 or slightly less. */
function bought(listings: readonly ListingView[], changes: Partial<PlanInput> = {}) {
  const view = makeView([makeInstrument('AA', listings, { primaryMic: 'XPAR' })]);
  const input = { view, cashMinor: 100_000, targets: [{ isin: 'AA', weight: 0.8 }], ...changes };
  return explained(input, (_, mic) => (mic === 'XAMS' ? 'the prices of XAMS are stale' : `${mic} is not connected`))
    .explanation.orders[0];
}

describe('a buy', () => {
  test('goes where it costs least: 10 bps of 799.36 are 0.80, 50 bps 4.00, and 25 bps 2.00', () => {
    expect(bought([at('XPAR', 50), at('XETR', 10), at('XAMS', 25)])).toEqual({
      sequence: 1,
      venueText: 'XETR costs 0.80 EUR all-in, 1.20 EUR less than XAMS.',
      alternatives: [
        { mic: 'XAMS', totalCostMinor: 200, reason: '1.20 EUR more.' },
        { mic: 'XPAR', totalCostMinor: 400, reason: '3.20 EUR more.' },
      ],
    });
  });

  test('says why cheaper exchanges were not available, each with its own reason', () => {
    const off = { connected: false };
    expect(bought([at('XPAR', 50), at('XETR', 10, 0, off), at('XAMS', 1, 0, off)])).toEqual({
      sequence: 1,
      venueText: 'XPAR costs 3.98 EUR all-in; the prices of XAMS are stale and XETR is not connected.',
      alternatives: [
        { mic: 'XAMS', totalCostMinor: null, reason: 'The prices of XAMS are stale.' },
        { mic: 'XETR', totalCostMinor: null, reason: 'XETR is not connected.' },
      ],
    });
  });

  test('goes to the main exchange, else to the first by name, if the costs are equal', () => {
    expect(bought([at('XAMS', 10), at('XPAR', 10)])?.venueText).toBe(
      'XPAR costs 0.80 EUR all-in, the same to the cent as XAMS, and XPAR is the main exchange.',
    );
    expect(bought([at('XMIL', 10), at('XETR', 10)])).toMatchObject({
      venueText: 'XETR costs 0.80 EUR all-in, the same to the cent as XMIL, and XETR comes first alphabetically.',
      alternatives: [{ mic: 'XMIL', reason: 'The same to the cent, and XETR comes first alphabetically.' }],
    });
  });

  test('has no choice if only one exchange lists it', () => {
    expect(bought([at('XETR', 10)])).toEqual({
      sequence: 1,
      venueText: 'XETR costs 0.80 EUR all-in and is the only exchange that lists it.',
      alternatives: [],
    });
  });

  test('reduced by a lack of cash goes to the exchange that costs least at the reduced size', () => {
    // For the missing 1 000.00 XPAR costs 1.00 and XETR 1.20; for the 299.50 there is cash for 0.50 and 0.36.
    const view = makeView([
      makeInstrument('AA', [at('XPAR', 10, 50), at('XETR', 12)]),
      makeInstrument('BB', [at('XLON', 0, 0, { connected: false })]),
    ]);
    const targets = [{ isin: 'AA', weight: 1 }];
    const { orders } = explained({ view, cashMinor: 30_000, positions: held(['BB', 7, 'XLON']), targets }).explanation;
    expect(orders).toEqual([
      {
        sequence: 1,
        venueText: 'XETR costs 0.36 EUR all-in, 0.14 EUR less than XPAR.',
        alternatives: [{ mic: 'XPAR', totalCostMinor: 50, reason: '0.14 EUR more.' }],
      },
    ]);
  });

  test('is charged less than its exchange costs alone if the sells bring in its currency', () => {
    const pounds = { currency: 'GBP' };
    const view = {
      ...alphaAndBeta([makeListing('XLON', 100, pounds)], [makeListing('XLON', 100, pounds)]),
      fxConversionBps: 20,
    };
    const { plan, explanation } = explained({ view, positions: held(['AA', 60, 'XLON'], ['BB', 40, 'XLON']) });
    const buy = plan.orders[1];
    const aloneMinor = Math.round((buy?.estimatedValueMinor ?? 0) * 0.002);
    const saved = ((aloneMinor - (buy?.costs.fxMinor ?? 0)) / 100).toFixed(2);
    expect(explanation.orders[1]?.venueText).toBe(
      `XLON costs ${(aloneMinor / 100).toFixed(2)} EUR all-in and is the only exchange that lists it; netting against GBP from the sells saves ${saved} EUR of that.`,
    );
  });
});

describe('a sell', () => {
  const soldOf = (positions: PlanInput['positions'], targets: PlanInput['targets']) =>
    explained({
      view: alphaAndBeta([makeListing('XETR', 100), makeListing('XPAR', 100)]),
      positions,
      targets,
    }).explanation.orders.map(({ venueText, alternatives }) => [venueText, alternatives.length]);
  const tenth = [
    { isin: 'AA', weight: 0.1 },
    { isin: 'BB', weight: 0.9 },
  ];

  test('goes to the exchange that holds everything, and has no alternatives', () => {
    expect(soldOf(held(['AA', 1_200], ['BB', 0]), tenth)[0]).toEqual([
      'Sold at XETR, where all 1_200 shares are held.',
      0,
    ]);
  });

  test('goes to each exchange for its shares, the largest holding first', () => {
    expect(soldOf(held(['AA', 20], ['AA', 50, 'XPAR'], ['BB', 20]), tenth).slice(0, 2)).toEqual([
      ['Sold at XPAR, where 50 of the 70 shares are held, and all of them are sold.', 0],
      ['Sold at XETR, where 20 of the 70 shares are held.', 0],
    ]);
  });
});
