/**
 * File layouts that are recognised by their headers: the meanings of columns, the effects of types, and the formats of
 * dates and numbers. One row of `fixtures/imports/layouts.json` each, with an invented sample file. A file may have
 * several tables: sections of a statement, or kinds of elements in XML.
 */
import { z } from 'zod';
import rows from '../../../fixtures/imports/layouts.json' with { type: 'json' };
import { DATE_STYLES, PORTFOLIO_MEANINGS, TYPE_MEANINGS } from '../../contract/control/imports/import-meanings.ts';
import { plainLabel } from '../../contract/control/imports/plain-label.ts';

/** Contents of a table: `balances` are compared with the transactions, `instruments` are names for the other tables. */
const TABLES = ['transactions', 'positions', 'balances', 'cash', 'instruments'] as const;

/** Text of a regular expression whose groups are named by meanings, such as `(?<quantity>\d+) @`. */
const pattern = z.string().transform((text) => new RegExp(text, 'iu'));

const tableLayout = {
  /** A table has the layout if it has all of these headers; the first header of a section or an element is its name. */
  headers: z.array(z.string()).min(4),
  table: z.enum(TABLES).default('transactions'),
  columns: z.record(z.string(), z.enum(PORTFOLIO_MEANINGS)),
  types: z.record(z.string(), z.enum(TYPE_MEANINGS)).default({}),
  /** Types that remove shares although their quantity has no minus. */
  outgoing: z.array(z.string()).default([]),
  /**
   * `pairs`: a split is a sale of all shares and a purchase of the new ones, for the same amount and without charges.
   */
  splits: z.literal('pairs').nullable().default(null),
  /** By header, the cells of rows that count; other rows are left out. */
  only: z.record(z.string(), z.array(z.string())).default({}),
  /**
   * By header, the cells of rows that repeat each other: only rows with the first of these cells that occurs in the
   * table count.
   */
  first: z.record(z.string(), z.array(z.string())).default({}),
  /** By header, the pattern of the parts of its cells. */
  patterns: z.record(z.string(), pattern).default({}),
  /** Decimal separator of numbers inside of cells. */
  partsDecimal: z.enum(['.', ',']).nullable().default(null),
};

const brokerLayout = z.strictObject({
  /** Name of the broker or the program. */
  name: z.string(),
  /** Language of its headers, ISO 639-1. */
  language: z.string(),
  ...tableLayout,
  /** Other tables of the same file. */
  sections: z.array(z.strictObject(tableLayout)).default([]),
  dates: z.enum(DATE_STYLES),
  /** `null`: detected from its numbers. */
  decimal: z.enum(['.', ',']).nullable(),
  /** An invented file in this layout, in the same folder. */
  sample: z.string(),
});
export type BrokerLayout = z.output<typeof brokerLayout>;
export type TableLayout = Omit<BrokerLayout, 'sections' | 'sample'>;

export const BROKER_LAYOUTS: readonly BrokerLayout[] = z.array(brokerLayout).parse(rows);

const TABLE_LAYOUTS = BROKER_LAYOUTS.flatMap((layout): TableLayout[] => [
  layout,
  ...layout.sections.map((section) => ({ ...layout, ...section })),
]).map((layout) => ({ layout, labels: layout.headers.map(plainLabel) }));

/** Returns the layout with the most matching headers; `null` if no layout is known. */
export function tableLayoutOf(header: readonly string[]): TableLayout | null {
  const there = new Set(header.map(plainLabel));
  const fitting = TABLE_LAYOUTS.filter(({ labels }) => labels.every((each) => there.has(each)));
  const [best] = fitting.sort((one, other) => other.labels.length - one.labels.length);
  return best?.layout ?? null;
}
