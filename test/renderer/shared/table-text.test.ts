/**
 * A table as text for a spreadsheet: the shown text of its cells, or full precision, each in the unit of its heading.
 */
import { createElement, Fragment } from 'react';
import { describe, expect, it } from 'vitest';
import {
  formatCostBps,
  formatMoney,
  formatWeight,
  signedWeight,
} from '../../../src-renderer/components/format/format-number.ts';
import { REBALANCE_COLUMNS } from '../../../src-renderer/components/orders/rebalance-table.tsx';
import { shownTable } from '../../../src-renderer/components/tables/shown-table.ts';
import {
  type Column,
  fieldColumn,
  numberColumn,
  PERCENT,
} from '../../../src-renderer/components/tables/table-column.ts';
import {
  exactDecimal,
  type Precision,
  tableLines,
  toTsv,
  withDecimalSign,
} from '../../../src-renderer/components/tables/table-text.ts';
import { INITIAL_LAYOUT } from '../../../src-renderer/state/layout-store.ts';
import type { RebalanceSummary } from '../../../src-server/contract/control/portfolios/portfolios.ts';

interface Row {
  readonly name: string;
  readonly value: number | null;
  readonly weight: number;
  readonly drift: number;
}

const span = (...children: unknown[]) => createElement('span', {}, ...(children as string[]));

const TABLE: readonly Column<Row>[] = [
  fieldColumn('name', 'Name', (name) => createElement('strong', {}, name)),
  numberColumn('value', 'Value', ({ value }) => value, formatMoney, { unit: 'EUR' }),
  numberColumn('weight', 'Weight', ({ weight }) => weight, formatWeight, PERCENT),
  numberColumn('drift', 'Drift', ({ drift }) => drift, signedWeight, {
    ...PERCENT,
    cell: ({ drift }) => span(signedWeight(drift), createElement('i', { 'aria-hidden': true }, 'a drawing')),
  }),
  { id: 'drawing', header: 'Drawing', cell: () => createElement(() => null) },
];
const ROWS: readonly Row[] = [
  { name: 'one', value: 1_234_567.125, weight: 0.127, drift: 0.067 },
  { name: 'two', value: null, weight: 0.1 + 0.02, drift: -0.00009 },
];

const lines = (precision: Precision) => tableLines(ROWS, TABLE, precision);

describe('a table copied as it is shown', () => {
  it('has the units of its heading, plain numbers, an empty cell for a dash, and no column of drawings', () => {
    expect(lines('shown')).toEqual([
      ['Name', 'Value (EUR)', 'Weight (%)', 'Drift (%)'],
      ['one', '1234567.13', '12.70', '6.70'],
      ['two', '', '12.00', '-0.01'],
    ]);
  });

  it('has the exact value in the unit of its heading for full precision, without binary noise', () => {
    expect(lines('full').slice(1)).toEqual([
      ['one', '1234567.125', '12.7', '6.7'],
      ['two', '', '12', '-0.009'],
    ]);
  });

  it('reads the text of a cell through its elements, and leaves out text that is hidden from readers', () => {
    const cell = createElement(Fragment, null, span('2026-03-02\u00a009:41:07'), ' ', span('1\u202f250 / 2\u202f000'));
    expect(tableLines([{}], [{ id: 'a', header: 'A', cell: () => cell }], 'shown')).toEqual([
      ['A'],
      ['2026-03-02 09:41:07 1250 / 2000'],
    ]);
  });

  it('never breaks a line or a column because of a cell’s content', () => {
    expect(toTsv([['Name'], ['a\tb\nc']], '.')).toBe('Name\na b c');
  });

  it('has a decimal comma in numbers alone where the settings say so', () => {
    const cells = ['-1234567.13', '<0.1', '7.12 %', '12.30 to 12.50', '1250', '127.0.0.1', 'Fund 2.5', '09:41:07.123'];
    const commas = ['-1234567,13', '<0,1', '7,12 %', '12,30 to 12,50', '1250', '127.0.0.1', 'Fund 2.5', '09:41:07.123'];
    expect(withDecimalSign([cells], ',')).toEqual([commas]);
    expect(withDecimalSign([cells], '.')).toEqual([cells]);
    expect(toTsv([['7.5', 'a']], ',')).toBe('7,5\ta');
  });

  it('has the currency of amounts in a separate column, once, even where that is not shown', () => {
    const unitColumn: Column<Row> = { id: 'currency', header: 'Base', accessor: ({ name }) => name };
    const amounts = TABLE.slice(1, 3).map((column) => ({ ...column, unitColumn }));
    const headers = (columns: readonly Column<Row>[]) => tableLines(ROWS, columns, 'shown')[0];
    expect(headers(amounts)).toEqual(['Base', 'Value (EUR)', 'Weight (%)']);
    expect(headers([...amounts, unitColumn])).toEqual(['Value (EUR)', 'Weight (%)', 'Base']);
  });

  it('has the shown columns in their order, and the rows in theirs', () => {
    const content = { label: 'Some', columns: TABLE, rows: ROWS, leftOut: ['drift'] };
    const layout = {
      ...INITIAL_LAYOUT,
      hiddenColumns: { Some: ['drawing'] },
      columnOrders: { Some: ['weight', 'value'] },
      sorts: { Some: { column: 'weight', descending: false } },
    };
    const { rows, columns } = shownTable(content, layout);
    expect(columns.map(({ id }) => id)).toEqual(['name', 'weight', 'value']);
    expect(rows.map(({ name }) => name)).toEqual(['two', 'one']);
  });
});

it('moves a decimal by powers of ten without rounding it', () => {
  const moved = [
    [0.067, 4],
    [0.12000000000000001, 2],
    [0.1 + 0.2, 0],
    [-0.0000001234, 0],
    [1e-9, 2],
    [12, 0],
  ] as const;
  expect(moved.map(([value, shift]) => exactDecimal(value, shift))).toEqual([
    '670',
    '12',
    '0.3',
    '-0.0000001234',
    '0.0000001',
    '12',
  ]);
});

describe('the list of rebalances', () => {
  it('copies text and instants as shown, and exact values on request', () => {
    const row: RebalanceSummary = {
      rebalance_id: 'rb_1',
      portfolio_id: 'pf_1',
      portfolio_label: 'EU Balanced',
      status: 'partially_filled',
      simulation: false,
      created_at: '2026-03-02T09:41:07.123Z',
      completed_at: null,
      orders: 7,
      fills: 3,
      total_cost_bps: 4.2371,
      actual_cost_bps: null,
    };
    const copied = (precision: Precision) =>
      Object.fromEntries(
        REBALANCE_COLUMNS.map(({ id }, index) => [id, tableLines([row], REBALANCE_COLUMNS, precision)[1]?.[index]]),
      );
    expect(copied('shown')).toMatchObject({
      created_at: '2026-03-02 09:41:07',
      status: 'partially filled',
      total_cost_bps: formatCostBps(4.2371),
      completed_at: '',
    });
    expect(copied('full')).toMatchObject({
      created_at: '2026-03-02T09:41:07.123Z',
      status: 'partially_filled',
      total_cost_bps: '4.2371',
    });
  });
});
