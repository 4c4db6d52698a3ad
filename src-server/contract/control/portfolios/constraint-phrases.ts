/**
 * Names the constraints of a portfolio with their amounts, in the order of the form: for a lab run and its report, and
 * for the history of a world. Without schemas, so that a page need not load them. Pure.
 */
import type { SetConstraints } from './constraints.ts';

type Constraints = Readonly<Omit<SetConstraints, 'do_not_sell' | 'do_not_buy'>> & {
  readonly do_not_sell?: readonly string[] | undefined;
  readonly do_not_buy?: readonly string[] | undefined;
};

interface Writers {
  /** With its currency, if the reader has to know it. */
  readonly money: (amount: number) => string;
  readonly percent: (share: number) => string;
}

/** Returns phrases like `gains tax budget 5 000.00 EUR a plan`; none for constraints without effect. */
export function constraintPhrases(constraints: Constraints, { money, percent }: Writers): string[] {
  const { min_order_value: value, min_order_bps: bps, max_turnover: turnover, gains_tax_budget: tax } = constraints;
  const { do_not_sell: unsold = [], do_not_buy: unbought = [] } = constraints;
  const phrases = [
    value !== undefined && `no order below ${money(value)}`,
    bps !== undefined && `no order below ${bps} bps`,
    constraints.whole_shares === true && 'whole shares only',
    unsold.length > 0 && `do not sell: ${unsold.join(' ')}`,
    unbought.length > 0 && `do not buy: ${unbought.join(' ')}`,
    constraints.cash_flow_only === true && 'nothing is sold',
    turnover !== undefined && `turnover limit ${percent(turnover)}`,
    tax !== undefined && `gains tax budget ${money(tax)} per plan`,
  ];
  return phrases.filter((phrase) => phrase !== false);
}
