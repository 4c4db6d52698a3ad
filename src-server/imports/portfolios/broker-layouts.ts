/**
 * Files whose layout is known by their headers: what their columns mean, what their types do, and how their dates and
 * numbers are written. One row of `fixtures/imports/layouts.json` each, with an invented file beside it. A file may have
 * several tables: sections of a statement, or kinds of elements in XML.
 */
import { z } from 'zod';
import rows from '../../../fixtures/imports/layouts.json' with { type: 'json' };
import { DATE_STYLES, PORTFOLIO_MEANINGS, TYPE_MEANINGS } from '../../contract/control/imports/import-meanings.ts';
import { plainLabel } from '../tables/column-labels.ts';

/** What the rows of a table say: `balances` are checked against the transactions, `instruments` have names of the others. */
const TABLES = ['transactions', 'positions', 'balances', 'cash', 'instruments'] as const;

/** Text of a regular expression whose groups are named by meanings, such as `(?<quantity>\d+) @`. */
const pattern = z.string().transform((text) => new RegExp(text, 'iu'));

const tableLayout = {
  /** A table has the layout if it has all of these headers; the first of a section is its name, or that of the element. */
  headers: z.array(z.string()).min(4),
  table: z.enum(TABLES).default('transactions'),
  columns: z.record(z.string(), z.enum(PORTFOLIO_MEANINGS)),
  types: z.record(z.string(), z.enum(TYPE_MEANINGS)).default({}),
  /** Types whose shares go although their quantity has no minus. */
  outgoing: z.array(z.string()).default([]),
  /** `pairs`: a split is a sale of all shares and a purchase of the new ones, for the same amount and without charges. */
  splits: z.literal('pairs').nullable().default(null),
  /** By header, the cells of rows that count; others are left out. */
  only: z.record(z.string(), z.array(z.string())).default({}),
  /** By header, cells of rows that repeat each other: of these, the first that the table has counts. */
  first: z.record(z.string(), z.array(z.string())).default({}),
  /** By header, what is found inside of its cells. */
  patterns: z.record(z.string(), pattern).default({}),
  /** How numbers inside of cells are written. */
  partsDecimal: z.enum(['.', ',']).nullable().default(null),
};

const brokerLayout = z.strictObject({
  /** Of the broker or the program. */
  name: z.string(),
  /** Language of its headers, ISO 639-1. */
  language: z.string(),
  ...tableLayout,
  /** Further tables of the same file. */
  sections: z.array(z.strictObject(tableLayout)).default([]),
  dates: z.enum(DATE_STYLES),
  /** `null`: as its numbers show. */
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

/** Of several, the one with the most headers; `null` where no layout is known. */
export function tableLayoutOf(header: readonly string[]): TableLayout | null {
  const there = new Set(header.map(plainLabel));
  const fitting = TABLE_LAYOUTS.filter(({ labels }) => labels.every((each) => there.has(each)));
  const [best] = fitting.sort((one, other) => other.labels.length - one.labels.length);
  return best?.layout ?? null;
}
