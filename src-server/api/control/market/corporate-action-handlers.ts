/** `/sim/market/corporate-actions` and `/sim/market/dividends`: events of instruments (decisions O2, O3). */

import type { corporateActionOperations } from '../../../contract/control/market/corporate-action-operations.ts';
import type { CorporateActionWire, CreateCorporateAction } from '../../../contract/control/market/corporate-actions.ts';
import {
  DEFAULT_DAYS_AHEAD,
  DEFAULT_DAYS_BACK,
  MAX_DAYS_AHEAD,
  type MarketDividendWire,
} from '../../../contract/control/market/market-dividends.ts';
import { invariant } from '../../../domain/invariant.ts';
import { fromMicro, toMicro } from '../../../domain/numbers/exact.ts';
import { formatInstant, parseInstant } from '../../../domain/numbers/instant.ts';
import {
  cancelCorporateAction,
  createCorporateAction,
  tradingCurrency,
} from '../../../engine/commands/market/manage-corporate-actions.ts';
import { defaultPayMs } from '../../../engine/corporate-actions/apply-cash-dividend.ts';
import {
  type CorporateActionRecord,
  type CorporateActionTerms,
  corporateActionStatus,
} from '../../../engine/corporate-actions/corporate-action.ts';
import { describeCorporateAction } from '../../../engine/corporate-actions/describe-corporate-action.ts';
import { type CalendarDividend, dividendCalendar } from '../../../engine/dividends/pay-dividends.ts';
import { accepted, mapOutcome, type Outcome, type Refusal, refusedFor } from '../../../engine/outcome.ts';
import type { World } from '../../../engine/world.ts';
import { goneCursor, pageFrom } from '../../http/page-of.ts';
import type { HandlersFor } from '../../services.ts';

export const corporateActionHandlers: HandlersFor<typeof corporateActionOperations, 'world'> = {
  createCorporateAction({ world, body }) {
    const exMs = parseInstant(body.ex_at);
    invariant(exMs !== null, 'an instant that is none passed validation');
    const created = createCorporateAction(world, { isin: body.isin, exMs, terms: termsOf(world, body, exMs) });
    return mapOutcome(created, viewCorporateAction);
  },

  listCorporateActions({ world, query: { limit, cursor = null } }) {
    if (cursor !== null && world.corporateActions.find(cursor) === null) return goneCursor();
    const found = world.corporateActions.page(cursor, limit + 1);
    const { rows, next } = pageFrom(found, limit, ({ corporateActionId }) => corporateActionId);
    return accepted({ corporate_actions: rows.map(viewCorporateAction), next });
  },

  cancelCorporateAction: ({ world, params }) =>
    mapOutcome(cancelCorporateAction(world, params.id), viewCorporateAction),

  listMarketDividends: ({ world, query: { from, to }, nowMs }) =>
    mapOutcome(spanOf(from, to, nowMs), ({ fromMs, toMs }) => ({
      dividends: dividendCalendar(world, fromMs, toMs).map((each) => viewMarketDividend(each, nowMs)),
    })),
};

const DAY_MS = 86_400_000;

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** 400 for an end before the beginning, and for one too far in the future. */
function spanOf(from: string | undefined, to: string | undefined, nowMs: number): Outcome<Span> {
  const fromMs = (from === undefined ? null : parseInstant(from)) ?? nowMs - DEFAULT_DAYS_BACK * DAY_MS;
  const toMs = (to === undefined ? null : parseInstant(to)) ?? nowMs + DEFAULT_DAYS_AHEAD * DAY_MS;
  const latestMs = nowMs + MAX_DAYS_AHEAD * DAY_MS;
  if (toMs > latestMs) return badEnd(`is after ${formatInstant(latestMs)}, the latest possible`);
  return toMs < fromMs ? badEnd(`is before the start, ${formatInstant(fromMs)}`) : accepted({ fromMs, toMs });
}

function badEnd(issue: string): Refusal {
  return refusedFor('The query is invalid', [{ path: '/to', issue }]);
}

function termsOf(world: World, body: CreateCorporateAction, exMs: number): CorporateActionTerms {
  switch (body.kind) {
    case 'split':
      return { kind: body.kind, ratio: { newShares: body.ratio.new, oldShares: body.ratio.old } };
    case 'isin_change':
      return { kind: body.kind, newIsin: body.new_isin };
    case 'delisting': {
      if (body.cash_price === undefined) return { kind: body.kind, cashPrice: null };
      const amountMicro = toMicro(body.cash_price);
      invariant(amountMicro !== null, 'a price with more than six decimals passed validation');
      const currency = body.currency ?? tradingCurrency(world, body.isin);
      return { kind: body.kind, cashPrice: { amountMicro, currency } };
    }
    case 'cash_dividend': {
      const amountMicro = toMicro(body.amount);
      invariant(amountMicro !== null, 'an amount with more than six decimals passed validation');
      const currency = body.currency ?? tradingCurrency(world, body.isin);
      const payMs = body.pay_at === undefined ? defaultPayMs(world, body.isin, exMs) : parseInstant(body.pay_at);
      invariant(payMs !== null, 'an instant that is none passed validation');
      return { kind: body.kind, amount: { amountMicro, currency }, payMs };
    }
  }
}

/** Returns a corporate action in the terms of the API. */
function viewCorporateAction(action: CorporateActionRecord): CorporateActionWire {
  const { createdMs, appliedMs, cancelledMs } = action;
  return {
    ...describeCorporateAction(action),
    status: corporateActionStatus(action),
    created_at: formatInstant(createdMs),
    applied_at: appliedMs === null ? null : formatInstant(appliedMs),
    cancelled_at: cancelledMs === null ? null : formatInstant(cancelledMs),
  };
}

/** Returns a dividend of the market's calendar in the terms of the API. */
function viewMarketDividend(dividend: CalendarDividend, nowMs: number): MarketDividendWire {
  const { distributionId, isin, announcedMs, exMs, payMs, amountMicro, currency } = dividend;
  return {
    distribution_id: distributionId,
    isin,
    status: statusAt(dividend, nowMs),
    announced_at: formatInstant(announcedMs),
    ex_at: formatInstant(exMs),
    pay_at: formatInstant(payMs),
    amount: amountMicro === null ? null : fromMicro(amountMicro),
    currency,
  };
}

function statusAt({ announcedMs, exMs, payMs }: CalendarDividend, nowMs: number): MarketDividendWire['status'] {
  if (payMs <= nowMs) return 'paid';
  if (exMs <= nowMs) return 'ex';
  return announcedMs <= nowMs ? 'announced' : 'expected';
}
