/** The constraints of a portfolio as a readable list of labels and values. Pure. */
import type { Constraints } from '../../../../api/portfolios-api.ts';
import { formatMoney, formatPercent } from '../../../../components/format/format-number.ts';
import { type InstrumentsByIsin, symbolOf } from '../../../../components/orders/order-columns.tsx';

export function shownConstraints(constraints: Constraints, currency: string, instruments: InstrumentsByIsin) {
  const symbols = (isins: readonly string[]) => isins.map((isin) => symbolOf(isin, instruments)).join(', ');
  const { do_not_sell: unsold, do_not_buy: unbought, min_order_value: value, min_order_bps: bps } = constraints;
  const { max_turnover: turnover, gains_tax_budget: tax, whole_shares: whole, cash_flow_only: cashOnly } = constraints;
  const rows: [label: string, value: string | undefined][] = [
    ['Do not sell', unsold && symbols(unsold)],
    ['Do not buy', unbought && symbols(unbought)],
    ['Minimum order size', value === undefined ? undefined : `${formatMoney(value)} ${currency}`],
    ['Minimum order size, bps', bps === undefined ? undefined : `${bps} bps`],
    [
      'Turnover',
      turnover === undefined ? undefined : `${formatPercent(turnover)} of the value, for sells and for buys`,
    ],
    ['Gains tax budget', tax === undefined ? undefined : `${formatMoney(tax)} ${currency} a plan`],
    ['Shares', whole === true ? 'Whole shares only' : undefined],
    ['Cash flows only', cashOnly === true ? 'Nothing is sold' : undefined],
  ];
  return rows.filter((row): row is [string, string] => row[1] !== undefined);
}
