/**
 * Describes events of portfolios, policies, cash, corporate actions, exchanges and the market as text, for a row of a
 * list that already has their type. `format-event.ts` describes orders and rebalances.
 */
import { constraintPhrases } from '../../contract/control/portfolios/constraint-phrases.ts';
import type { EventOf } from '../../domain/events/event-catalogue.ts';
import type { POLICY_CAUSES } from '../../domain/events/event-choices.ts';
import type { EventTable } from '../../domain/events/handle-event.ts';
import { countOf } from '../../domain/numbers/count-of.ts';
import { formatMoney, formatPercent } from '../../domain/numbers/format-number.ts';
import { choiceLabel, listed, minuteOf, percent } from './event-labels.ts';

const CAUSES: Readonly<Record<(typeof POLICY_CAUSES)[number], string>> = {
  drift: 'after drift',
  calendar: 'on its date',
  cash_flow: 'after a cash flow',
};

/** In the base currency of the portfolio, which is not in these events: `4 330.95`. */
function money(amount: number): string {
  return formatMoney(Math.round(amount * 100), '').trimEnd();
}

type CorporateAction = EventOf<'corporate_action.scheduled'> | EventOf<'corporate_action.effective'>;

function describeAction(action: CorporateAction): string {
  switch (action.kind) {
    case 'split':
      return `split of ${action.isin}, ${action.ratio.new} for ${action.ratio.old}`;
    case 'isin_change':
      return `${action.isin} becomes ${action.new_isin}`;
    case 'delisting':
      return `delisting of ${action.isin}, ${action.cash_price === null ? 'without cash' : `${action.cash_price} ${action.currency} per share`}`;
    case 'cash_dividend':
      return `dividend of ${action.amount} ${action.currency} per share of ${action.isin}`;
  }
}

function describePortfolio(data: EventOf<'portfolio.created'>): string {
  if (data.form === 'A') return listed(data.name, 'Form A', `${data.tax_jurisdiction} ${data.account_type}`);
  const { external_id: name, currency, tax_wrapper: wrapper, holdings, targets, cash } = data;
  const contents = [countOf(holdings.length, 'holding'), countOf(targets.length, 'target')];
  return listed(name, 'Form B', wrapper, ...contents, `cash ${cash} ${currency}`);
}

function describeSchedule({ kind, amount, at, every, until }: EventOf<'cash_flow.scheduled'>): string {
  const what = `${kind} of ${money(amount)}`;
  if (every === null) return `${what} on ${minuteOf(at)}`;
  return `${what} every ${every} from ${minuteOf(at)}${until === null ? '' : ` until ${minuteOf(until)}`}`;
}

function describeRefusal({ kind, amount, reason, free_cash: free, ...data }: EventOf<'cash_flow.refused'>): string {
  const why =
    reason === 'unsettled_cash'
      ? `only ${money(data.settled_cash ?? 0)} has settled`
      : `only ${money(free)} is available`;
  return `${kind} of ${money(amount)}: ${why}`;
}

function describeFault(data: EventOf<'fault.set'>): string {
  const { kind, exchange, isin, from, until } = data;
  const span = until === null ? `from ${minuteOf(from)}` : `from ${minuteOf(from)} until ${minuteOf(until)}`;
  return listed(`${choiceLabel(kind)} at ${exchange ?? 'every exchange'}`, isin ?? '', span);
}

export const HAPPENINGS: EventTable<readonly [], string> = {
  'policy.set': ({ when, execute, cooldown }) =>
    listed(
      countOf(when.length, 'trigger'),
      execute ? 'plans are executed' : 'plans are not executed',
      cooldown === undefined ? '' : `cooldown ${cooldown}`,
    ),
  'policy.triggered': ({ when, execute }) =>
    `${CAUSES[when]}; the plan is ${execute ? 'executed' : 'ready and not executed'}`,
  'policy.skipped': ({ when, message }) => `${CAUSES[when]}: ${message}`,
  'bulk.requested': ({ portfolio_ids: ids, filter, per_minute: rate, execute }) => {
    const all = filter === 'outside_band' ? 'every portfolio outside its band' : 'every portfolio';
    const which = ids === undefined ? all : countOf(ids.length, 'portfolio');
    return listed(which, `${rate} per minute`, execute ? 'plans are executed' : 'plans are not executed');
  },
  'bulk.planned': ({ planned, refused }) => `${planned} planned, ${refused} refused`,
  'bulk.portfolio_refused': ({ step, message }) => `not ${step === 'plan' ? 'planned' : 'executed'}: ${message}`,
  'bulk.started': ({ portfolios, per_minute: rate }) => `${countOf(portfolios, 'portfolio')}, ${rate} per minute`,
  'bulk.stopped': ({ cancelled, under_way: running }) => `${cancelled} cancelled, ${running} still running`,
  'bulk.completed': ({ complete, failed, refused }) => `${complete} complete, ${failed} failed, ${refused} refused`,
  'cash_flow.scheduled': describeSchedule,
  'cash_flow.booked': ({ kind, amount, cash }) => `${kind} of ${money(amount)}; cash is now ${money(cash)}`,
  'cash_flow.refused': describeRefusal,
  'dividend.accrued': ({ quantity, amount, currency, isin, gross, pay_at: at }) =>
    `${quantity} shares of ${isin} at ${amount} ${currency}: ${money(gross)} ${currency} gross, payable ${minuteOf(at)}`,
  'dividend.paid': ({ isin, gross, withholding_rate: rate, withholding_tax: tax, net }) =>
    `${isin}: ${money(gross)} gross less ${money(tax)} withheld (${percent(rate)}) is ${money(net)} net`,
  'corporate_action.scheduled': (action) => `${describeAction(action)}, on ${minuteOf(action.ex_at)}`,
  'corporate_action.effective': describeAction,
  'corporate_action.applied': ({ kind, isin, new_isin: to, cash_paid: paid }) =>
    listed(
      `${choiceLabel(kind)} of ${isin}${to === null ? '' : `, now ${to}`}`,
      paid === 0 ? '' : `${paid} paid in cash`,
    ),
  'corporate_action.cancelled': ({ kind, isin, reason }) =>
    `${choiceLabel(kind)} of ${isin}${reason === 'delisted' ? ', because it was delisted' : ''}`,
  // All constraints of a portfolio, because a new set replaces the old one.
  'constraints.set': ({ constraints }) =>
    listed(...constraintPhrases(constraints, { money: String, percent })) || 'none',
  'gains.restated': ({ isin, disposals }) => `${isin}: gains on ${countOf(disposals.length, 'sale')}`,
  'portfolio.created': describePortfolio,
  'portfolio.cash_set': ({ amount }) => `cash is now ${money(amount)}`,
  'portfolio.drift_exceeded': ({ drift, threshold, band_type: band, isin, portfolio_drift: whole }) =>
    listed(
      `Max drift ${formatPercent(drift)}${isin === null ? '' : ` (${isin})`}`,
      `${band === 'relative' ? 'band of the target' : 'band'} ${formatPercent(threshold)}`,
      `Portfolio drift ${formatPercent(whole)}`,
    ),
  'rebalance.released': ({ rebalance_ids: ids }) => countOf(ids.length, 'rebalance'),
  'market.pinned': ({ isin, mid, currency }) => `${isin} at ${mid} ${currency}`,
  'market.unpinned': ({ isin }) => isin,
  'market.fx_pinned': ({ currency, per_eur: rate }) => `1 EUR is ${rate} ${currency}`,
  'market.fx_unpinned': ({ currency }) => currency,
  'market.event_added': describeMarketEvent,
  'market.instruments_added': ({ instruments }) => instruments.map(({ name }) => name).join(', '),
  'market.series_loaded': ({ series }) => `${series.length} series of prices from a file`,
  'exchange.changed': ({ exchange }) => exchange,
  'exchange.connected': ({ exchange, after_ms: ms }) => `${exchange}, after ${Math.round(ms / 1000)} s without it`,
  'exchange.disconnected': ({ exchange, cause }) => `${exchange}, ${cause === 'fault' ? 'by a fault' : 'manually'}`,
  'fault.set': describeFault,
  'fault.began': ({ kind }) => choiceLabel(kind),
  'fault.ended': ({ kind, hits }) => `${choiceLabel(kind)} after ${countOf(hits, 'hit')}`,
};

/** Describes a change of prices or exchange rates. */
type MarketEvent = EventOf<'market.event_added'>;

function describeMarketEvent(event: MarketEvent): string {
  return `${describeMove(event)} of ${subjectOf(event)}, ${spanOf(event)}`;
}

function describeMove(event: MarketEvent): string {
  switch (event.kind) {
    case 'jump':
    case 'fx_jump':
      return `jump by ${percent(event.size)}`;
    case 'trend':
    case 'fx_trend':
      return `trend by ${percent(event.rate_per_day)} a day`;
    case 'volatility':
    case 'fx_volatility':
      return `${event.factor} times the volatility`;
    case 'volume':
      return `${event.factor} times the volume`;
  }
}

function subjectOf(event: MarketEvent): string {
  if ('currency' in event) return event.currency;
  const { isin, instruments } = event;
  if (isin !== undefined) return isin;
  if (instruments === undefined || instruments === 'all') return 'all instruments';
  return 'sector' in instruments ? `the sector ${instruments.sector}` : `instruments in ${instruments.currency}`;
}

function spanOf(event: MarketEvent): string {
  if ('from' in event) return `from ${minuteOf(event.from)} until ${minuteOf(event.until)}`;
  const { at, until } = event;
  return `at ${minuteOf(at)}${until === undefined ? '' : `, reversed at ${minuteOf(until)}`}`;
}
