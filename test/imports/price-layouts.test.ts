/**
 * Eight layouts of the same monthly index levels that are read as the same prices, and eight broken files that are
 * refused.
 */
import { describe, expect, test } from 'vitest';
import { importPrices } from '../../src-server/imports/prices/import-prices.ts';
import { proves } from '../conformance/proves.ts';
import { issueText, KNOWN, levelOf, MONTH_ENDS, OVERNIGHT, PRICES, SAP } from './import-fixture.ts';

type Write = (rows: readonly (readonly [date: string, one: number, two: number])[]) => string;

const ROWS = MONTH_ENDS.map((date, month) => [date, levelOf(0, month), levelOf(1, month)] as const);
const german = (value: number) => value.toLocaleString('de-DE', { minimumFractionDigits: 2 });
const english = (value: number) => value.toLocaleString('en-US', { minimumFractionDigits: 2 });
const local = (date: string, separator: string, order: readonly number[]) =>
  order.map((index) => date.split('-')[index]).join(separator);

const LAYOUTS: readonly [string, Write][] = [
  [
    'wide, with commas and ISO dates',
    (rows) => [`Date,${SAP},${OVERNIGHT}`, ...rows.map((row) => row.join(','))].join('\n'),
  ],
  [
    'wide, with semicolons, decimal commas, points between thousands, DD.MM.YYYY and a byte order mark',
    (rows) =>
      `\uFEFFDatum;${SAP};${OVERNIGHT}\r\n${rows
        .map(([date, one, two]) => `${local(date, '.', [2, 1, 0])};${german(one)};${german(two)}`)
        .join('\r\n')}\r\n`,
  ],
  [
    'wide, with tabs and DD/MM/YYYY, newest first',
    (rows) =>
      [
        `date\t${SAP}\t${OVERNIGHT}`,
        ...rows.map(([date, ...levels]) => [local(date, '/', [2, 1, 0]), ...levels].join('\t')).reverse(),
      ].join('\n'),
  ],
  [
    'wide, with MM/DD/YYYY and quoted fields with commas between thousands',
    (rows) =>
      [
        `"Date","${SAP}","${OVERNIGHT}"`,
        ...rows.map(([date, one, two]) => `"${local(date, '/', [1, 2, 0])}","${english(one)}","${english(two)}"`),
      ].join('\n'),
  ],
  [
    'long, with pipes, and months instead of dates',
    (rows) =>
      [
        'month|isin|level',
        ...rows.flatMap(([date, one, two]) => [
          `${date.slice(0, 7)}|${SAP}|${one}`,
          `${date.slice(0, 7)}|${OVERNIGHT}|${two}`,
        ]),
      ].join('\n'),
  ],
  [
    'long, by name, with an empty line, a comma at the end of each line and months by name',
    (rows) =>
      [
        'Instrument,Price,Date,',
        '',
        ...rows.flatMap(([date, one, two]) =>
          [`SAP SE,${one}`, `Xtrackers II EUR Overnight Rate Swap UCITS ETF,${two}`].map(
            (cells) =>
              `${cells},${new Date(date).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).replace('Sept', 'Sep')},`,
          ),
        ),
      ].join('\n'),
  ],
  [
    'wide, with gaps, which are issueText, and the missing prices in a second table below other dates',
    (rows) =>
      [
        `Date,${SAP},${OVERNIGHT}`,
        ...rows.map(([date, one, two], month) => `${date},${month % 5 === 2 ? 'N/A' : one},${two}`),
        ...rows.flatMap(([date, one], month) => (month % 5 === 2 ? [`${date},${one},`] : [])),
      ].join('\n'),
  ],
  [
    'wide, with each row twice',
    (rows) => [`Date;${SAP};${OVERNIGHT}`, ...rows.flatMap((row) => [row.join(';'), row.join(';')])].join('\n'),
  ],
];

describe('monthly index levels', () => {
  test.each(LAYOUTS)('are read the same: %s', proves('P4.4'), (_title, write) => {
    const { report, series } = importPrices([{ name: 'levels.csv', text: write(ROWS) }], KNOWN, PRICES);
    expect(report.issues.map(issueText)).toEqual([]);
    expect(report.unknown).toEqual([]);
    const read = series.map((each) => [
      each.subject,
      each.listings[0]?.prices.map(({ date, priceMicro }) => [date, priceMicro]),
    ]);
    const wanted = (index: 1 | 2) => ROWS.map((row) => [row[0], Math.round(row[index] * 1_000_000)]);
    expect(read).toEqual([
      [SAP, wanted(1)],
      [OVERNIGHT, wanted(2)],
    ]);
  });

  test('report their gaps and repeated rows', () => {
    const text = `Date,${SAP}\n2020-01-31,1.5\n2020-02-29,\n2020-03-31,n/a\n2020-04-30,2\n2020-04-30,2\n`;
    const { report } = importPrices([{ name: 'levels.csv', text }], KNOWN, PRICES);
    expect(report.left_out.map(issueText)).toEqual([
      '3: 2 has no price from 2020-02-29 to 2020-03-31 (2 rows)',
      '6: 2 repeats 2020-04-30, which line 5 has with the same price',
    ]);
    expect(report.series).toMatchObject([{ rows: 2, gaps: 2, from: '2020-01-31', until: '2020-04-30' }]);
  });
});

const BROKEN: readonly [string, string, string[]][] = [
  [
    'no header',
    `2020-01-31,100,1\n2020-02-29,101,2`,
    ['1: 0 begins with a date where the headers of the columns belong'],
  ],
  [
    'dates that may be day or month first',
    `Date,${SAP}\n01/02/2020,1.5\n02/02/2020,1.5`,
    ['2: 1 “01/02/2020” may be day or month first; choose the order (--dates dmy or mdy)'],
  ],
  [
    'dates in both orders',
    `Date,${SAP}\n31/01/2020,1.5\n02/29/2020,1.5`,
    ['3: 1 “02/29/2020” has day and month in a different order from line 2; choose the order (--dates dmy or mdy)'],
  ],
  ['a day that does not exist', `Date,${SAP}\n2020-01-31,1.5\n2021-02-29,1.6`, ['3: 1 “2021-02-29” is not a date']],
  [
    'what is no number',
    `Date;${SAP};${OVERNIGHT}\n2020-01-31;1,5;2\n2020-02-29;1,6;about 2`,
    ['3: 3 “about 2” is not a number'],
  ],
  [
    'numbers that may have decimals or thousands',
    `Date;${SAP}\n2020-01-31;1.234\n2020-02-29;1.235`,
    [
      '2: 2 “1.234” is ambiguous: the separator may mark decimals or thousands; choose the decimal separator (--decimal point or comma)',
    ],
  ],
  [
    'two prices of one date',
    `Date,${SAP}\n2020-01-31,1.5\n2020-01-31,1.6`,
    ['3: 2 has a different price of 2020-01-31 than line 2'],
  ],
  ['a price of 0', `Date,${SAP}\n2020-01-31,1.5\n2020-02-29,0`, ['3: 2 is not above 0 and below 1000000']],
  [
    'a quotation mark that is not closed',
    `Date,${SAP}\n2020-01-31,"1.5\n2020-02-29,2`,
    ['2: 0 has a quotation mark that is not closed'],
  ],
  [
    'decimal commas beside decimal points',
    `Date;${SAP}\n2020-01-31;1,55\n2020-02-29;1.6`,
    [
      '3: 2 “1.6” has a different decimal separator from line 2; choose the decimal separator (--decimal point or comma)',
    ],
  ],
];

describe('a broken file is refused by line and column, and nothing of it is read', () => {
  test.each(BROKEN)('%s', proves('P4.3'), (_title, text, wanted) => {
    const { report } = importPrices([{ name: 'broken.csv', text }], KNOWN, PRICES);
    expect(report.issues.map(issueText)).toEqual(wanted);
    expect(report.loaded).toBe(false);
  });

  test('until an option states the format of its dates and numbers', () => {
    const text = `Date;${SAP}\n01/02/2020;1.234`;
    const read = importPrices([{ name: 'levels.csv', text }], KNOWN, { ...PRICES, dates: 'mdy', decimal: ',' });
    expect(read.report.issues).toEqual([]);
    expect(read.series[0]?.series.prices).toMatchObject([{ date: '2020-01-02', priceMicro: 1_234_000_000 }]);
  });
});
