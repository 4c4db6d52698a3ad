/** Details of an activity entry beyond its name: amounts of a dividend, the ratio of a split, new settings. Pure. */
import type { ActivityEntry } from '../../../../../src-server/contract/control/portfolios/activity.ts';
import { formatMoney, formatTaxRate, quantityFormatter } from '../../../../components/format/format-number.ts';
import { formatDay } from '../../../../components/format/format-time.ts';
import { withSymbols } from '../../../../components/format/named-instruments.ts';
import type { InstrumentsByIsin } from '../../../../components/orders/order-columns.tsx';
import { shownConstraints } from '../constraints/shown-constraints.ts';

/** Omits corporate actions whose content is already in the accrued dividend. */
export function withoutRepeated(entries: readonly ActivityEntry[]): readonly ActivityEntry[] {
  return entries.filter(({ what }) => what !== 'cash_dividend');
}

/** Null if the name says it all. */
export function detailsOf(entry: ActivityEntry, unit: string, instruments: InstrumentsByIsin): string | null {
  const { dividend, constraints } = entry;
  if (dividend !== null) return dividendDetails(entry.what, dividend);
  if (entry.quantity_before !== null) return quantityDetails(entry, entry.quantity_before);
  if (constraints !== null) {
    const set = shownConstraints(constraints, unit, instruments).map(([label, value]) => `${label}: ${value}`);
    return set.length === 0 ? 'All removed' : set.join('; ');
  }
  if (entry.reason === null) return null;
  const reason = withSymbols(entry.reason, instruments);
  return reason.replaceAll(LONG_AMOUNT, (amount) => formatMoney(Number(amount)));
}

/** An amount in a sentence of the service, without digit groups. */
const LONG_AMOUNT = /(?<![\d.])\d{4,}\.\d{2}(?![\d.])/g;

/**
 * `Commission 11.87 is in the amount; spread 22.10 and impact 18.52 are in the price.` Undefined if it is not a trade.
 */
export function costSplit({ cost_parts: parts }: Pick<ActivityEntry, 'cost_parts'>, unit: string): string | undefined {
  if (parts === null) return undefined;
  const explicit = { commission: parts.commission, FX: parts.fx, 'transaction tax': parts.transaction_tax };
  const sides = [
    [explicit, 'the amount'],
    [{ spread: parts.spread, 'market impact': parts.impact }, 'the price'],
  ] as const;
  const sentences = sides.flatMap(([costs, where]) => {
    const named = Object.entries(costs).filter(([, amount]) => amount !== 0);
    const total = named.reduce((sum, [, amount]) => sum + amount, 0);
    const parts = named.map(([name, amount]) => `${name} ${formatMoney(amount)}`).join(' + ');
    return named.length === 0
      ? []
      : [`In ${where}: ${parts}${named.length > 1 ? ` = ${formatMoney(total)}` : ''} ${unit}.`];
  });
  return sentences.join(' ') || 'No costs.';
}

function dividendDetails(what: string, dividend: NonNullable<ActivityEntry['dividend']>): string {
  const { gross, currency, pay_at: payAt, base_currency: base, base_gross: paid } = dividend;
  const { withholding_rate: rate, withholding_tax: tax } = dividend;
  if (what === 'dividend_accrued' || paid === null || tax === null) {
    const net = rate === 0 ? 'no tax' : `${formatTaxRate(rate)} tax`;
    const left = rate === 0 ? '' : ` (${formatMoney(netOf(gross, rate))} net)`;
    return `${formatMoney(gross)} ${currency} gross, ${net} withheld${left}, payable ${formatDay(payAt)}`;
  }
  const withheld = tax === 0 ? 'no' : `${formatMoney(tax)} (${formatTaxRate(rate)})`;
  return `${formatMoney(paid)} ${base} gross, ${withheld} tax withheld`;
}

/** The withheld tax is a whole number of cents, rounded half up, as when it is paid. */
function netOf(gross: number, rate: number): number {
  // Floating-point values can be slightly below the decimal that is to be rounded half up.
  const withheldMinor = Math.round(Number((gross * rate * 100).toFixed(6)));
  return (Math.round(gross * 100) - withheldMinor) / 100;
}

/** `3 for 2: 1 270.2478 shares became 1 905.3717`. */
function quantityDetails({ ratio, quantity }: ActivityEntry, before: number): string | null {
  const shares = quantityFormatter([before, quantity ?? 0]);
  if (ratio === null) return before === quantity ? null : `${shares(before)} shares before`;
  const write = quantityFormatter([ratio.new, ratio.old]);
  return `${write(ratio.new)} for ${write(ratio.old)}: ${shares(before)} shares became ${shares(quantity ?? 0)}`;
}
