/** Each known layout reads its invented file: ten shares bought for 1 005.90, four of them sold. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodeText } from '../../src-server/contract/control/imports/decode-text.ts';
import {
  PORTFOLIO_MEANINGS,
  PRICE_MEANINGS,
  TYPE_MEANINGS,
} from '../../src-server/contract/control/imports/import-meanings.ts';
import { BROKER_LAYOUTS } from '../../src-server/imports/portfolios/broker-layouts.ts';
import { importPortfolios } from '../../src-server/imports/portfolios/import-portfolios.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { proves } from '../conformance/proves.ts';
import { KNOWN, PORTFOLIOS, SAP } from './import-fixture.ts';

const FOLDER = join(packageRoot(), 'fixtures/imports');

test.each(BROKER_LAYOUTS)('$name', proves('P4.5'), ({ name, sample, table }) => {
  const decoded = decodeText(readFileSync(join(FOLDER, sample)));
  const file = { name: sample, ...(decoded ?? { text: '' }) };
  const inDollars = name === 'Charles Schwab';
  const rates = { name: 'rates.csv', text: 'Date,USD,GBP\n2020-01-15,1,0.9\n' };
  const { report, entries } = importPortfolios(inDollars ? [file, rates] : [file], KNOWN, {
    ...PORTFOLIOS,
    currency: 'EUR',
    mapping: { 'SAP SE': SAP },
  });
  expect([report.issues, report.unknown, report.unknown_types, report.refusal]).toEqual([[], [], [], null]);
  expect(report.notes).toContain(`${sample} has the layout of ${name}.`);
  expect(entries.map(({ positions }) => positions)).toEqual([
    [
      {
        isin: SAP,
        exchange: 'XETR',
        quantity: 6,
        lots: [
          {
            quantity: 6,
            unit_cost: 100.59,
            // A table of positions has no dates of purchases: they count as bought when the world begins.
            acquired_at: table === 'positions' ? '2026-03-02T09:30:00.000Z' : '2020-01-15T00:00:00Z',
          },
        ],
      },
    ],
  ]);
});

test('every file of the folder is the sample of a layout', () => {
  expect(readdirSync(FOLDER).sort()).toEqual([...BROKER_LAYOUTS.map(({ sample }) => sample), 'layouts.json'].sort());
});

describe('the documentation', () => {
  const page = readFileSync(join(packageRoot(), 'docs/import.md'), 'utf8');

  test('lists the layouts of the data', proves('P4.5'), () => {
    const languages = new Intl.DisplayNames('en', { type: 'language' });
    const decimals = { '.': 'point', ',': 'comma', either: 'either' };
    const rows = BROKER_LAYOUTS.map(
      ({ name, language, dates, decimal, sample }) =>
        `| ${name} | ${languages.of(language)} | \`${dates}\` | ${decimals[decimal ?? 'either']} | \`${sample}\` |`,
    );
    const at = page.indexOf('| layout | headers in |');
    const listed = page.slice(at, page.indexOf('\n\n', at)).split('\n').slice(2);
    expect(listed).toEqual(rows);
  });

  test.each([...PRICE_MEANINGS, ...PORTFOLIO_MEANINGS, ...TYPE_MEANINGS])('names the meaning %s', (meaning) => {
    expect(page.includes(`\`${meaning}\``)).toBe(true);
  });
});
