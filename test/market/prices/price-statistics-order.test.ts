import { describe, expect, it } from 'vitest';
import { drawUint32, streamKey } from '../../../src-server/kernel/streams.ts';
import type { PriceModel } from '../../../src-server/market/prices/price-model.ts';
import { at } from '../market-fixture.ts';
import { acrossMarkets, BAR, DAY_SPANS, roundingVariance, varianceIsOffBy } from './price-samples.ts';

interface Question {
  readonly isin: string;
  readonly mic: string;
  readonly instant: number;
}

const SAP = { isin: 'DE0007164600', mic: 'XETR' };

/** From before the epoch to a year after it: within a second, at night, over a weekend, in summer. */
const INSTANTS = [
  '2026-02-05T15:29:59.999Z',
  '2026-03-03T10:00:00Z',
  '2026-03-03T10:00:00.020Z',
  '2026-03-03T10:00:01Z',
  '2026-03-04T02:00:00Z',
  '2026-03-04T10:00:00Z',
  '2026-03-07T12:00:00Z',
  '2026-07-01T07:01:00Z',
  '2027-06-15T14:00:00Z',
].map(at);

/** In ascending order of time: a share, a fund with two exchange rates in its price, and one that hardly moves. */
const QUESTIONS: readonly Question[] = INSTANTS.flatMap((instant) => [
  { ...SAP, instant },
  { isin: 'IE00B4L5Y983', mic: 'XLON', instant },
  { isin: 'LU0290358497', mic: 'XMIL', instant },
]);

/** Share of the same market and sector, share of another venue, rates: the values that move the shared paths. */
const OTHERS = [
  { isin: 'NL0010273215', mic: 'XAMS' },
  { isin: 'DE0007164600', mic: 'XPAR' },
  { isin: 'IE00B3RBWM25', mic: 'XSWX' },
];

const ISINS = [...QUESTIONS, ...OTHERS].map(({ isin }) => isin);

const [COLD_FROM, COLD_TO] = DAY_SPANS[0] as (typeof DAY_SPANS)[number];

describe('the results of two thousand seeds', () => {
  const samples = acrossMarkets((makePrices, seed) => {
    const makeFresh = () => makePrices(ISINS);
    const prices = makeFresh();
    const ascending = results(prices, QUESTIONS);
    const alone = seed % QUESTIONS.length;
    const others: Record<string, string[]> = {
      descending: results(makeFresh(), QUESTIONS.toReversed()).reverse(),
      shuffled: shuffledResults(makeFresh(), seed),
      interleaved: interleavedResults(makeFresh(), seed),
      alone: ascending.with(alone, results(makePrices(), QUESTIONS.slice(alone, alone + 1))[0] ?? ''),
    };
    const coldReturn = Math.log(coldMid(makeFresh(), COLD_TO) / coldMid(makeFresh(), COLD_FROM));
    const warmReturn = Math.log(coldMid(prices, COLD_TO) / coldMid(prices, COLD_FROM));
    return { seed, ascending, others, coldReturn, warmReturn };
  });

  it.each([
    ['in descending order', 'descending'],
    ['in an order of each seed’s own', 'shuffled'],
    ['between questions about other listings, instants and rates', 'interleaved'],
    ['alone, each the first one of a fresh market with all its instruments', 'alone'],
  ])('are the same numbers when called %s', (_, pattern) => {
    const differences = samples.flatMap(({ seed, ascending, others }) =>
      ascending.flatMap((response, index) => {
        const other = others[pattern]?.[index];
        return response === other ? [] : [{ seed, question: QUESTIONS[index], answer: response, other }];
      }),
    );
    expect(differences).toEqual([]);
  });

  it('vary as the annual volatility says when each comes cold from a fresh market, and equal the warm ones', () => {
    const cold = samples.map(({ coldReturn }) => coldReturn);
    const expected = 0.27 ** 2 / 260 + 2 * 0.00015 ** 2 + roundingVariance(231_500_000);
    expect(varianceIsOffBy(cold, expected)).toBeLessThan(BAR);
    expect(cold).toEqual(samples.map(({ warmReturn }) => warmReturn));
  });
});

/** All results of the model for each call, to the last digit. */
function results(prices: PriceModel, questions: readonly Question[]): string[] {
  return questions.map(({ isin, mic, instant }) => {
    const { midMicro, bidMicro, askMicro } = prices.quote(isin, mic, instant);
    const trade = prices.lastTrade(isin, mic, instant);
    const rates = [prices.perEurMicro('USD', instant), prices.perEurMicro('GBP', instant)];
    return [midMicro, bidMicro, askMicro, trade.priceMicro, trade.at, ...rates].join(' ');
  });
}

function shuffledResults(prices: PriceModel, seed: number): string[] {
  const key = streamKey(seed, 'test.order');
  const order = QUESTIONS.map((question, index) => ({ question, index, rank: drawUint32(key, index) }));
  order.sort((one, other) => one.rank - other.rank);
  const found: string[] = [];
  for (const { question, index } of order) found[index] = results(prices, [question])[0] ?? '';
  return found;
}

function interleavedResults(prices: PriceModel, seed: number): string[] {
  const key = streamKey(seed, 'test.interleaved');
  return QUESTIONS.flatMap((question, index) => {
    for (const [place, { isin, mic }] of OTHERS.entries()) {
      const elsewhere = question.instant + (drawUint32(key, index * OTHERS.length + place) % 100_000_000) - 50_000_000;
      prices.quote(isin, mic, elsewhere);
      prices.perEurMicro('GBP', elsewhere);
      prices.lastTrade(question.isin, question.mic, elsewhere);
    }
    return results(prices, [question]);
  });
}

function coldMid(prices: PriceModel, iso: string): number {
  return prices.midMicro(SAP.isin, SAP.mic, at(iso));
}
