/** Describes the constraints of a portfolio in words: all of them, because setting them replaces those of before. */
import type { EventOf } from '../../domain/events/event-catalogue.ts';
import { listed, percent } from './event-labels.ts';

export function describeConstraints(constraints: EventOf<'constraints.set'>['constraints']): string {
  const {
    min_order_value: value,
    min_order_bps: bps,
    whole_shares: isWhole,
    do_not_sell: unsold = [],
    do_not_buy: unbought = [],
    cash_flow_only: isFlowOnly,
    max_turnover: turnover,
    gains_tax_budget: tax,
  } = constraints;
  const text = listed(
    value === undefined ? '' : `no order below ${value}`,
    bps === undefined ? '' : `no order below ${bps} bps`,
    isWhole === true ? 'whole shares only' : '',
    unsold.length === 0 ? '' : `never sold: ${unsold.join(' ')}`,
    unbought.length === 0 ? '' : `never bought: ${unbought.join(' ')}`,
    isFlowOnly === true ? 'nothing is sold' : '',
    turnover === undefined ? '' : `turnover limit ${percent(turnover)}`,
    tax === undefined ? '' : `gains tax budget ${tax}`,
  );
  return text === '' ? 'none' : text;
}
