/**
 * Files whose layout is known by their headers: what their columns mean, what their types do, and how their dates and
 * numbers are written. One row of `fixtures/imports/layouts.json` each, with an invented file beside it.
 */
import { z } from 'zod';
import rows from '../../../fixtures/imports/layouts.json' with { type: 'json' };
import { DATE_STYLES, PORTFOLIO_MEANINGS, TYPE_MEANINGS } from '../../contract/control/imports/import-meanings.ts';
import { plainLabel } from '../tables/column-labels.ts';

const brokerLayout = z.strictObject({
  /** Of the broker or the program. */
  name: z.string(),
  /** Language of its headers, ISO 639-1. */
  language: z.string(),
  /** A file has the layout if it has all of these headers. */
  headers: z.array(z.string()).min(4),
  columns: z.record(z.string(), z.enum(PORTFOLIO_MEANINGS)),
  types: z.record(z.string(), z.enum(TYPE_MEANINGS)).default({}),
  dates: z.enum(DATE_STYLES),
  decimal: z.enum(['.', ',']),
  /** An invented file in this layout, in the same folder. */
  sample: z.string(),
});
export type BrokerLayout = z.output<typeof brokerLayout>;

export const BROKER_LAYOUTS: readonly BrokerLayout[] = z.array(brokerLayout).parse(rows);

/** Of several, the one with the most headers; `null` where no layout is known. */
export function brokerLayoutOf(header: readonly string[]): BrokerLayout | null {
  const there = new Set(header.map(plainLabel));
  const fitting = BROKER_LAYOUTS.filter(({ headers }) => headers.every((each) => there.has(plainLabel(each))));
  return fitting.reduce<BrokerLayout | null>(
    (best, each) => (best === null || each.headers.length > best.headers.length ? each : best),
    null,
  );
}
