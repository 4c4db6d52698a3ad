/** How an import of prices reads files beyond their layout: names, currencies, rates, dividends, new instruments. */
import { describe, expect, test } from 'vitest';
import { importPrices } from '../../src-server/imports/prices/import-prices.ts';
import { seriesCsv } from '../../src-server/imports/prices/series-rows.ts';
import { parseSeries } from '../../src-server/market/data/parse-series.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { readMarketFacts } from '../../src-server/world/market-facts.ts';
import { proves } from '../conformance/proves.ts';
import { issueText, KNOWN, levelOf, MONTH_ENDS, PRICES, SAP, WORLD_ETF } from './import-fixture.ts';

const pricesOf = (read: ReturnType<typeof importPrices>, mic: string) =>
  read.series[0]?.listings.find((each) => each.mic === mic)?.prices.map(({ priceMicro }) => priceMicro / 1e6);

describe('names', () => {
  const text = 'Date,MSCI World,SAP\n2020-01-31,100,50\n';

  test('of no instrument are listed with similar ones, and mapped', proves('P4.10'), () => {
    const { report } = importPrices([{ name: 'own.csv', text }], KNOWN, PRICES);
    expect(report.unknown).toEqual([
      {
        name: 'MSCI World',
        label: '',
        file: 'own.csv',
        near: [{ isin: WORLD_ETF, name: 'iShares Core MSCI World UCITS ETF' }],
      },
    ]);
    const mapped = importPrices([{ name: 'own.csv', text }], KNOWN, {
      ...PRICES,
      mapping: { 'msci world': WORLD_ETF },
    });
    expect(mapped.report.unknown).toEqual([]);
    expect(mapped.report.series.map(({ subject }) => subject)).toEqual([WORLD_ETF, SAP]);
  });

  test('are ignored, or become instruments, if the mapping says so', () => {
    const skipped = importPrices([{ name: 'own.csv', text }], KNOWN, { ...PRICES, mapping: { 'MSCI World': 'skip' } });
    expect(skipped.report.left_out.map(issueText)).toEqual(['2: 2 is ignored by the mapping']);
    const made = importPrices([{ name: 'own.csv', text }], KNOWN, { ...PRICES, mapping: { 'MSCI World': 'new' } });
    expect(made.report.new_instruments).toMatchObject([
      { isin: 'QXMSCIWORLD3', name: 'MSCI World', currency: 'EUR', listings: ['XETR'], reference_price: 100 },
    ]);
  });

  test('of files with one price column are those of the files; the close counts', () => {
    const file = { name: 'SAP.csv', text: 'Date,Open,High,Low,Close,Volume\n2020-01-31,1,4,0.5,3,1000\n' };
    const read = importPrices([file], KNOWN, PRICES);
    expect(read.report.files[0]).toMatchObject({ layout: 'single' });
    expect(read.report.files[0]?.columns.map(({ meaning }) => meaning)).toEqual([
      'date',
      'ignored',
      'ignored',
      'ignored',
      'price',
      'ignored',
    ]);
    expect(pricesOf(read, 'XETR')).toEqual([3]);
    const open = importPrices([file], KNOWN, { ...PRICES, columns: { Open: 'price' } });
    expect(pricesOf(open, 'XETR')).toEqual([1]);
  });
});

describe("the ECB's table of reference rates", () => {
  const rates = {
    name: 'eurofxref-hist.csv',
    text: 'Date,USD,JPY,GBP,CYP,\n2020-02-28,1.1,119.36,0.85,N/A,\n2020-01-02,1.2,121.75,0.8,0.58,\n',
  };

  test(
    'is read newest first, with N/A and a comma at the end; currencies that the market lacks are ignored',
    proves('P4.8'),
    () => {
      const { report } = importPrices([rates], KNOWN, PRICES);
      expect(report.files[0]).toMatchObject({ layout: 'rates', rows: 2 });
      expect(report.series.map(({ subject, rows, from }) => [subject, rows, from])).toEqual([
        ['USD', 2, '2020-01-02'],
        ['GBP', 2, '2020-01-02'],
      ]);
      expect(report.left_out.map(({ name }) => name)).toEqual(['JPY', 'CYP']);
    },
  );

  test('converts prices for listings in other currencies, at the rate of their dates', () => {
    const text = `date,isin,price,currency\n2020-01-31,${WORLD_ETF},12,USD\n2020-03-31,${WORLD_ETF},11,USD\n`;
    const read = importPrices([{ name: 'usd.csv', text }, rates], KNOWN, PRICES);
    // 12 USD at 1.2 USD for a EUR are 10 EUR, and 8 GBP at 0.8; 11 USD at 1.1 are 10 EUR and 8.50 GBP.
    expect(pricesOf(read, 'XETR')).toEqual([10, 10]);
    expect(pricesOf(read, 'XLON')).toEqual([8, 8.5]);
    const alone = importPrices([{ name: 'usd.csv', text }], KNOWN, PRICES);
    expect(alone.report.issues.map(({ issue }) => issue)[0]).toContain('is in USD, but none of its exchanges quotes');
  });
});

test(
  'dividends are reinvested at the close of their ex-dates: earlier prices are divided by 1 + dividend / price',
  proves('P4.11'),
  () => {
    const text = 'Date,Close,Dividends\n2020-01-31,110,0\n2020-02-28,100,10\n2020-03-31,95,0\n2020-04-30,90,9\n';
    const files = [{ name: 'SAP.csv', text }];
    const plain = importPrices(files, KNOWN, PRICES);
    expect(pricesOf(plain, 'XETR')).toEqual([110, 100, 95, 90]);
    // 9 on 90 is a factor of 1.1, 10 on 100 another: 95 / 1.1 = 86.363636, 100 / 1.1 = 90.909091, 110 / 1.21 = 90.909091.
    const total = importPrices(files, KNOWN, { ...PRICES, totalReturn: true });
    expect(pricesOf(total, 'XETR')).toEqual([90.909091, 90.909091, 86.363636, 90]);
  },
);

test('a new instrument has the volatility of its prices, and no beta that the model could not produce', () => {
  const monthly = MONTH_ENDS.map((date, month) => `${date},${levelOf(0, month)}`).join('\n');
  const { report } = importPrices([{ name: 'US0378331005.csv', text: `Date,Close\n${monthly}\n` }], KNOWN, PRICES);
  const [made] = report.new_instruments;
  const logs = MONTH_ENDS.slice(1).map((_date, month) => Math.log(levelOf(0, month + 1) / levelOf(0, month)));
  const mean = logs.reduce((sum, each) => sum + each, 0) / logs.length;
  const deviation = Math.sqrt(logs.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (logs.length - 1));
  expect(made?.annual_volatility).toBeCloseTo(deviation * Math.sqrt(12), 3);
  expect((made?.market_beta ?? 1) * 0.14).toBeLessThan(made?.annual_volatility ?? 0);
});

test('worlds load the series of an import from the beginning of each date to the end of the last', () => {
  const { market } = readMarketFacts(packageRoot());
  const files = [
    { name: 'own.csv', text: 'Date,SAP\n2020-01-31,100.5\n2020-02-29,0.000001\n' },
    { name: 'eurofxref-hist.csv', text: 'Date,USD,JPY\n2020-01-31,1.1,N/A\n' },
  ];
  const parsed = parseSeries(seriesCsv(importPrices(files, KNOWN, PRICES).series), market);
  expect(
    parsed.ok &&
      parsed.listings.map(({ isin, mic, rows }) => [
        isin,
        mic,
        rows.map(({ atMs, midMicro }) => [new Date(atMs).toISOString(), midMicro]),
      ]),
  ).toEqual([
    ...['XETR', 'XPAR'].map((mic) => [
      SAP,
      mic,
      [
        ['2020-01-31T00:00:00.000Z', 100_500_000],
        ['2020-02-29T00:00:00.000Z', 1],
        ['2020-02-29T23:59:59.000Z', 1],
      ],
    ]),
    [
      'USD',
      '',
      [
        ['2020-01-31T00:00:00.000Z', 1_100_000],
        ['2020-01-31T23:59:59.000Z', 1_100_000],
      ],
    ],
  ]);
});
