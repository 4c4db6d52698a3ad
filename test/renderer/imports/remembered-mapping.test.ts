/** The memory of imported files by their layout. */
import { describe, expect, it } from 'vitest';
import { EMPTY_IMPORT_DRAFT } from '../../../src-renderer/components/imports/import-draft.ts';
import {
  mappingsToRemember,
  recallColumns,
  recallNames,
  signatureOf,
} from '../../../src-renderer/components/imports/remembered-mapping.ts';
import type { PortfolioImportReport } from '../../../src-server/contract/control/imports/import-report.ts';

type Files = PortfolioImportReport['files'];

const file = (...headers: string[]): Files[number] => ({
  name: 'a.csv',
  sheet: null,
  sheets: [],
  layout: 'transactions',
  delimiter: ';',
  dates: null,
  decimal: null,
  rows: 1,
  first_rows: [],
  columns: headers.map((name, index) => ({ column: index + 1, name, meaning: 'ignored', subject: null, sample: '' })),
});
const reportOf = (files: Files, unknown: string[] = [], types: string[] = []): PortfolioImportReport => ({
  loaded: false,
  refusal: null,
  files,
  issues: [],
  issue_count: 0,
  left_out: [],
  left_out_count: 0,
  notes: [],
  unknown: unknown.map((name) => ({ name, label: '', file: 'a.csv', near: [] })),
  unknown_types: types.map((type) => ({ type, file: 'a.csv', line: 2, rows: 1 })),
  portfolios: [],
});
const STATED = {
  ...EMPTY_IMPORT_DRAFT,
  columns: { Zahl: 'quantity' as const, Other: 'ignored' as const },
  types: { Swap: 'sell' as const },
  mapping: { Acme: 'skip' },
  dates: 'dmy' as const,
};

describe('the signature of a layout', () => {
  it('is that of the whole header and its use, in any length', () => {
    const long = Array.from({ length: 5000 }, (_unused, index) => `Header ${index}`);
    const names = [
      signatureOf('portfolios', file('A', 'B')),
      signatureOf('portfolios', file('B', 'A')),
      signatureOf('prices', file('A', 'B')),
      signatureOf('portfolios', file(...long)),
      signatureOf('portfolios', file(...long.slice(0, -1), 'Header X')),
    ];
    expect(new Set(names).size).toBe(names.length);
    expect(Math.max(...names.map((name) => name?.length ?? 0))).toBeLessThan(400);
    expect(signatureOf('history', file('A', 'B'))).toBe(signatureOf('prices', file('A', 'B')));
    expect(signatureOf('portfolios', file())).toBeNull();
  });
});

describe('the mapping of a file', () => {
  const memory = mappingsToRemember('portfolios', STATED, reportOf([file('ISIN', 'Zahl')]));
  const saved = Object.fromEntries(
    Object.entries(memory).flatMap(([key, stated]) => (stated === null ? [] : [[key, stated]])),
  );

  it('is remembered with the columns that the file has', () => {
    expect(Object.values(memory)).toEqual([
      { columns: { Zahl: 'quantity' }, names: { Acme: 'skip' }, types: { Swap: 'sell' }, dates: 'dmy', decimal: '' },
    ]);
  });

  it('applies to another file with the same header, its names and types where they are unknown there', () => {
    const report = reportOf([file('ISIN', 'Zahl')], ['Acme', 'Else'], ['Swap']);
    const recalled = recallColumns('portfolios', EMPTY_IMPORT_DRAFT, report, saved);
    expect(recalled).toMatchObject({
      signatures: { length: 1 },
      draft: { columns: { Zahl: 'quantity' }, dates: 'dmy' },
    });
    expect(recallNames(recalled, report, saved)).toMatchObject({ mapping: { Acme: 'skip' }, types: { Swap: 'sell' } });
    expect(recallNames(recalled, reportOf([]), saved)).toMatchObject({ mapping: {}, types: {} });
  });

  it('does not apply to other headers', () => {
    const report = reportOf([file('ISIN', 'Anzahl')]);
    expect(recallColumns('portfolios', EMPTY_IMPORT_DRAFT, report, saved)).toEqual({
      signatures: [],
      draft: EMPTY_IMPORT_DRAFT,
    });
  });

  it('is forgotten once it is empty', () => {
    expect(Object.values(mappingsToRemember('portfolios', EMPTY_IMPORT_DRAFT, reportOf([file('A')])))).toEqual([null]);
  });
});
