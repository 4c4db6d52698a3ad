/** Loaded series: how they are read, which row applies when, and what they do not change. */
import { describe, expect, it } from 'vitest';
import { withSeries } from '../../../src-server/market/data/loaded-prices.ts';
import { parseSeries } from '../../../src-server/market/data/parse-series.ts';
import { SeriesRegistry } from '../../../src-server/market/prices/series-registry.ts';
import { at, makeMarket } from '../market-fixture.ts';

const { data, calendars, prices } = makeMarket(42);
const SAP = 'DE0007164600';
const TEN = at('2026-03-04T10:00:00Z');
const HOUR_MS = 3_600_000;

describe('a series', () => {
  const rows = [
    { atMs: TEN, midMicro: 200_000_000, bidMicro: null, askMicro: null, volume: 10 },
    { atMs: TEN + HOUR_MS, midMicro: 210_000_000, bidMicro: 209_000_000, askMicro: 211_000_000, volume: 20 },
    { atMs: TEN + 24 * HOUR_MS, midMicro: 220_000_000, bidMicro: null, askMicro: null, volume: null },
  ];
  const registry = new SeriesRegistry([{ isin: SAP, mic: 'XETR', fromMs: TEN, rows }]);
  const model = withSeries(prices, calendars, registry);

  it('applies each row until the next, from its first to its last; before and after, the model prices', () => {
    const mid = (time: number) => model.midMicro(SAP, 'XETR', time);
    expect(mid(TEN - 1)).toBe(prices.midMicro(SAP, 'XETR', TEN - 1));
    expect([TEN, TEN + HOUR_MS - 1, TEN + HOUR_MS, TEN + 24 * HOUR_MS].map(mid)).toEqual([
      200_000_000, 200_000_000, 210_000_000, 220_000_000,
    ]);
    expect(mid(TEN + 24 * HOUR_MS + 1)).toBe(prices.midMicro(SAP, 'XETR', TEN + 24 * HOUR_MS + 1));
    // At night the price is that of its close, 16:30, when the second row applied.
    expect(mid(at('2026-03-04T23:00:00Z'))).toBe(210_000_000);
  });

  it('does not move a closed listing', () => {
    const evening = {
      atMs: at('2026-03-04T18:00:00Z'),
      midMicro: 215_000_000,
      bidMicro: null,
      askMicro: null,
      volume: null,
    };
    const [first, second, last] = rows;
    if (first === undefined || second === undefined || last === undefined) throw new Error('there are three rows');
    const late = new SeriesRegistry([{ isin: SAP, mic: 'XETR', fromMs: TEN, rows: [first, second, evening, last] }]);
    const mid = (time: string) => withSeries(prices, calendars, late).midMicro(SAP, 'XETR', at(time));
    expect([mid('2026-03-04T19:00:00Z'), mid('2026-03-05T09:00:00Z')]).toEqual([210_000_000, 215_000_000]);
  });

  it('is quoted at its own bid and ask if it has them, else by the usual spread', () => {
    expect(model.quote(SAP, 'XETR', TEN)).toEqual(prices.quoteAround(SAP, 'XETR', 200_000_000, TEN));
    const quote = { midMicro: 210_000_000, bidMicro: 209_000_000, askMicro: 211_000_000 };
    expect(model.quote(SAP, 'XETR', TEN + 2 * HOUR_MS)).toEqual(quote);
    expect([209_000_000, 211_000_000]).toContain(model.lastTrade(SAP, 'XETR', TEN + 2 * HOUR_MS).priceMicro);
  });

  it('applies to one listing only', () => {
    const [other] = (data.instruments.get(SAP)?.listings ?? []).filter((mic) => mic !== 'XETR');
    if (other !== undefined) expect(model.midMicro(SAP, other, TEN)).toBe(prices.midMicro(SAP, other, TEN));
    expect(registry.at('DE0008404005', 'XETR', TEN)).toBeNull();
  });

  it('reports the volume of its rows if all of them have one', () => {
    expect(registry.volumeBetween(SAP, 'XETR', TEN, TEN + HOUR_MS)).toBe(10);
    expect(registry.volumeBetween(SAP, 'XETR', TEN, TEN + HOUR_MS + 1)).toBe(30);
    expect(registry.volumeBetween(SAP, 'XETR', TEN + 1, TEN + HOUR_MS)).toBeNull();
    expect(registry.volumeBetween(SAP, 'XETR', TEN, TEN + 25 * HOUR_MS)).toBeNull();
  });

  it('is replaced by one that was loaded later, as long as that lasts, and never changes what is before it', () => {
    const later = { isin: SAP, mic: 'XETR', fromMs: TEN + 2 * HOUR_MS, rows: rowsOf([TEN, 1], [TEN + 3 * HOUR_MS, 2]) };
    const both = new SeriesRegistry([{ isin: SAP, mic: 'XETR', fromMs: TEN, rows }, later]);
    const mids = [TEN, TEN + 2 * HOUR_MS - 1, TEN + 2 * HOUR_MS, TEN + 3 * HOUR_MS, TEN + 3 * HOUR_MS + 1].map(
      (time) => both.at(SAP, 'XETR', time)?.midMicro,
    );
    expect(mids).toEqual([200_000_000, 210_000_000, 1, 2, 210_000_000]);
  });
});

describe('reading a series', () => {
  it('accepts columns in any order, empty cells, CRLF and a byte order mark; decimals are exact', () => {
    const text = `\uFEFFisin,exchange,timestamp,mid,ask,bid,volume\r\n${SAP},XETR,2026-03-04T11:00:00+01:00,231.07,231.08,231.06,5\r\n\r\n${SAP},XETR,2026-03-05T00:00:00Z,0.000001,,,\r\n`;
    expect(parseSeries(text, data)).toEqual({
      ok: true,
      listings: [
        {
          isin: SAP,
          mic: 'XETR',
          rows: [
            { atMs: TEN, midMicro: 231_070_000, bidMicro: 231_060_000, askMicro: 231_080_000, volume: 5 },
            { atMs: at('2026-03-05T00:00:00Z'), midMicro: 1, bidMicro: null, askMicro: null, volume: null },
          ],
        },
      ],
    });
  });

  it.each([
    [
      '2026-03-04 10:00,DE0007164600,XETR,1',
      'timestamp is not an ISO 8601 instant with a zone, like 2026-03-02T09:30:00Z',
    ],
    ['2026-03-04T10:00:00Z,US0378331005,XETR,1', 'US0378331005 is not listed at XETR'],
    ['2026-03-04T10:00:00Z,DE0007164600,XLON,1', 'DE0007164600 is not listed at XLON'],
    ['2026-03-04T10:00:00Z,DE0007164600,XETR,0', 'mid is not above 0 and below 1000000, with at most six decimals'],
    ['2026-03-04T10:00:00Z,DE0007164600,XETR,-1', 'mid is not above 0 and below 1000000, with at most six decimals'],
    ['2026-03-04T10:00:00Z,DE0007164600,XETR,1e2', 'mid is not above 0 and below 1000000, with at most six decimals'],
    ['2026-03-04T10:00:00Z,DE0007164600,XETR', 'has 3 columns instead of 4'],
  ])('refuses %s', (line, issue) => {
    expect(parseSeries(`timestamp,isin,exchange,mid\n${line}\n`, data)).toEqual({
      ok: false,
      issues: [{ line: 2, issue }],
    });
  });

  it.each([
    ['2,,', 'bid and ask must be given together or not at all'],
    ['2,3,', 'mid is not between bid and ask'],
    ['0.5,0.9,', 'mid is not between bid and ask'],
    [',,1.5', 'volume is not a whole number of shares'],
  ])('refuses bid, ask and volume of %s with a mid of 1', (cells, issue) => {
    const text = `timestamp,isin,exchange,mid,bid,ask,volume\n2026-03-04T10:00:00Z,${SAP},XETR,1,${cells}`;
    const parsed = parseSeries(text, data);
    expect(parsed.ok ? [] : parsed.issues.map((fault) => fault.issue)).toContain(issue);
  });

  it('accepts a rate by its currency without an exchange, and no other', () => {
    const read = (isin: string, exchange: string) =>
      parseSeries(`timestamp,isin,exchange,mid\n2026-03-04T10:00:00Z,${isin},${exchange},1.1\n`, data);
    expect(read('USD', '')).toMatchObject({ ok: true, listings: [{ isin: 'USD', mic: '' }] });
    for (const [isin, exchange] of [
      ['EUR', ''],
      ['JPY', ''],
      ['USD', 'XETR'],
    ] as const)
      expect(read(isin, exchange)).toMatchObject({ ok: false, issues: [{ line: 2 }] });
  });

  it('accepts a price below a million and no other', () => {
    const read = (mid: string) =>
      parseSeries(`timestamp,isin,exchange,mid\n2026-03-04T10:00:00Z,${SAP},XETR,${mid}\n`, data);
    expect(read('999999.999999')).toMatchObject({ ok: true, listings: [{ rows: [{ midMicro: 999_999_999_999 }] }] });
    expect(read('1000000')).toMatchObject({ ok: false });
  });

  it.each([
    '',
    'time,isin,exchange,mid',
    'timestamp,isin,exchange',
    'timestamp,isin,exchange,mid,mid',
    'timestamp,isin,exchange,mid,price',
  ])('refuses a header of %j', (header) => {
    const issue = expect.stringMatching(/^the header is not timestamp,isin,exchange,mid/);
    expect(parseSeries(`${header}\n`, data)).toEqual({ ok: false, issues: [{ line: 1, issue }] });
  });

  it('refuses a file without a row', () => {
    const issues = [{ line: 1, issue: 'no rows follow the header' }];
    expect(parseSeries('timestamp,isin,exchange,mid', data)).toEqual({ ok: false, issues });
  });

  it('reports every issue with its line, and a row that does not follow the one before', () => {
    const row = (time: string, mid: string) => `2026-03-04T${time}:00Z,${SAP},XETR,${mid}`;
    const text = ['timestamp,isin,exchange,mid', row('10:00', '1'), row('10:00', '2'), row('11:00', 'x')].join('\n');
    expect(parseSeries(text, data)).toMatchObject({ ok: false, issues: [{ line: 3 }, { line: 4 }] });
  });
});

function rowsOf(...given: [number, number][]) {
  return given.map(([atMs, midMicro]) => ({ atMs, midMicro, bidMicro: null, askMicro: null, volume: null }));
}
