/** Bounds on the cost of imported files: costs that grew with the square of a length took minutes at these sizes. */
import { describe, expect, test } from 'vitest';
import { importPortfolios } from '../../src-server/imports/portfolios/import-portfolios.ts';
import { importPrices } from '../../src-server/imports/prices/import-prices.ts';
import { proves } from '../conformance/proves.ts';
import { KNOWN, PORTFOLIOS, PRICES, SAP } from './import-fixture.ts';

const many = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('');
const client = (inside: string) => `<client><version>60</version><baseCurrency>EUR</baseCurrency>${inside}</client>`;
const BUY = '<t><type>BUY</type><date>2020-01-01</date><shares>100000000</shares><amount>100</amount></t>';
const portfolios = (text: string) => importPortfolios([{ name: 'a.csv', text }], KNOWN, PORTFOLIOS).report;

describe('a file of portfolios', () => {
  test.each([
    [
      'sales of as many lots',
      `type;date;isin;quantity;price\n${many(60_000, (at) => `${at < 30_000 ? 'buy' : 'sell'};2020-01-01;${SAP};1;2\n`)}${`buy;2020-01-01;${SAP};1;2\n`}`,
      1,
    ],
    [
      'a transfer of 150 000 lots',
      `portfolio;type;date;isin;quantity;price\n${many(150_000, () => `p;buy;2020-01-01;${SAP};1;2\n`)}p;transfer_out;2020-01-02;${SAP};150000;2\nq;transfer_in;2020-01-03;${SAP};150000;1\n`,
      150_000,
    ],
  ])('has %s', { ...proves('P4.18'), tags: ['deep'] }, (_, text, lots) => {
    const { issues, portfolios: made } = portfolios(text);
    expect(made.map((each) => each.lots)).toEqual([lots]);
    // They are read, but no portfolio can have so many lots.
    const tooMany = expect.stringContaining('lots must have at most 10000 items');
    expect(issues.map(({ issue }) => issue)).toEqual(lots > 10_000 ? [tooMany] : []);
  });

  const flex = (inside: string) =>
    `<FlexQueryResponse><FlexStatements><FlexStatement><Trades>${inside}</Trades></FlexStatement></FlexStatements></FlexQueryResponse>`;

  test.each([
    [
      'as many sections as rows',
      many(50_000, (at) => `S${at},Header,A,B\nS${at},Data,1,2\n`),
      'is a statement with unknown sections; export it in English, with its trades',
    ],
    [
      'as many kinds of elements as elements',
      flex(many(50_000, (at) => `<T${at} a="1"/>`)),
      'has no known element; include trades with their executions in the Flex Query',
    ],
    [
      'an attribute of its own for each element',
      flex(many(50_000, (at) => `<Trade a${at}="1"/>`)),
      'has too many elements (50000, with 50001 attributes)',
    ],
    [
      'a cell of half a megabyte',
      `isin;quantity\n${SAP};${'x'.repeat(500_000)}\n`,
      `“${'x'.repeat(200)}…” is not a number`,
    ],
    ['a cell of nothing but quotes', `isin;quantity\n${SAP};${'“'.repeat(500_000)}\n`, `${'“'.repeat(2000)}…`],
    ['rows of another width', `isin;quantity\n${'a;b;c\n'.repeat(200_000)}`, 'has 3 cells instead of 2'],
    ['a number with spaces', `isin;quantity\n${SAP};1${' '.repeat(200_000)}x\n`, 'is not a number'],
    [
      'deep elements',
      client(`${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}`),
      'is not well-formed XML: Maximum nested tags exceeded',
    ],
    ['deep JSON', `{"activities":${'['.repeat(50_000)}`, 'is nested more than 200 levels deep'],
    [
      'lists that refer to each other',
      client(
        `<portfolios><portfolio id="1"><name>a</name><transactions>${BUY.repeat(2000)}</transactions></portfolio>${'<portfolio reference="1"/>'.repeat(2000)}</portfolios>`,
      ),
      'stands for more than 500000 elements by its references',
    ],
    [
      'a cost that no number holds',
      `isin;quantity;total cost\n${SAP};0.000001;999999999\n`,
      'has a cost per share that is too large',
    ],
  ])('is refused for %s', proves('P4.18'), (_, text, issue) => {
    const report = portfolios(text);
    expect(report.refusal).not.toBeNull();
    expect(report.issues.map((each) => each.issue)).toContainEqual(expect.stringContaining(issue));
  });

  test.each([
    [
      'more columns than anybody has',
      `isin;quantity${';'.repeat(5000)}\n${SAP};1\n`,
      'has 5002 columns; the maximum is 5000',
    ],
    [
      'short rows under a wide header',
      `isin;quantity${';'.repeat(4000)}\n${`${SAP};1\n`.repeat(2000)}`,
      'has 4002 columns and 2000 rows; the maximum is 4000000 cells',
    ],
    [
      'quotation marks within quoted cells',
      `isin;quantity\n"${'x"x'.repeat(100_000)}${' '.repeat(300_000)};1\n`,
      'has a quotation mark that is not closed',
    ],
  ])('is refused at once for %s', proves('P4.18'), (_, text, issue) => {
    expect(portfolios(text).issues.map((each) => each.issue)).toContainEqual(issue);
  });

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('may have the word %s anywhere', (token) => {
    const cells = [token, `Buy ${token}`, SAP, `5 ${token}`, `5 ${token}`, token].join(';');
    const text = `${token};Type;ISIN;Quantity;Price;Currency\n${cells}\n2020-01-01;Buy;${SAP};1;1;${token}\n`;
    for (const names of [{}, { [token]: 'skip' }]) {
      const options = { ...PORTFOLIOS, mapping: names, columns: names as Record<string, 'ignored'> };
      expect(importPortfolios([{ name: token, text }], KNOWN, options).report.refusal).not.toBeNull();
      expect(importPrices([{ name: token, text }], KNOWN, { ...PRICES, mapping: names }).report.refusal).not.toBeNull();
    }
  });

  test('may have 100 000 sibling elements, and refer to each', { ...proves('P4.18'), tags: ['deep'] }, () => {
    const securities = `<security><isin>${SAP}</isin></security>`.repeat(60_000);
    const buys = many(60_000, (at) =>
      BUY.replace('</t>', `<security reference="../../../../../securities/security[${at + 1}]"/></t>`),
    );
    const text = client(
      `<securities>${securities}</securities><portfolios><portfolio><name>a</name><transactions>${buys}</transactions></portfolio></portfolios>`,
    );
    expect(portfolios(text).portfolios).toMatchObject([{ lots: 60_000 }]);
  });
});

test('a table of prices may have 5 000 columns, whose meanings are given', proves('P4.18'), () => {
  const columns = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`x${at}`, 'ignored' as const]));
  const text = `date;${many(4_990, (at) => `x${at};`)}\n2020-01-01;${'1;'.repeat(4_990)}\n`;
  const { report } = importPrices([{ name: 'a.csv', text }], KNOWN, { ...PRICES, columns });
  expect(report.unknown).toHaveLength(2_990);
  expect(report.unknown.filter(({ near }) => near.length > 0).length).toBeLessThanOrEqual(1000);
});
