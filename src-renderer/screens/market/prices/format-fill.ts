/** Fills in words, as the card of a bar and the names of marks tell them. */
import type { MifidRecordRow } from '../../../../src-server/contract/control/portfolios/mifid-list.ts';
import { priceFormatter, quantityFormatter } from '../../../components/format/format-number.ts';
import type { FillMark } from './chart-marks.ts';

/** `buy 12 at 231.50 EUR on XETR, depot-42` */
export function formatFill({ side, quantity, price, currency, venue, portfolio_label: label }: MifidRecordRow): string {
  const shares = quantityFormatter([quantity])(quantity);
  return `${side} ${shares} at ${priceFormatter([price])(price)} ${currency} on ${venue}, ${label}`;
}

/** `3 fills: buy 120` or, of one, all there is to say. */
export function formatFillMark({ side, fills }: FillMark): string {
  const [first] = fills;
  if (fills.length === 1 && first !== undefined) return formatFill(first);
  const quantity = fills.reduce((sum, fill) => sum + fill.quantity, 0);
  return `${fills.length} fills: ${side} ${quantityFormatter([quantity])(Number(quantity.toFixed(6)))}`;
}
