/** `/sim/market/corporate-actions` and `/sim/market/dividends`: what happens to instruments (decisions O2, O3). */
import type { Router } from 'express';
import { corporateActionOperations } from '../../../contract/control/market/corporate-action-operations.ts';
import {
  type CorporateActionList,
  type CorporateActionWire,
  type CreateCorporateAction,
  createCorporateAction as createCorporateActionSchema,
} from '../../../contract/control/market/corporate-actions.ts';
import {
  type MarketDividendList,
  MOST_DAYS_AHEAD,
  marketDividendsQuery,
  USUAL_DAYS_AHEAD,
  USUAL_DAYS_BACK,
} from '../../../contract/control/market/market-dividends.ts';
import { pageQuery } from '../../../contract/fields/paging.ts';
import { invariant } from '../../../domain/invariant.ts';
import { toMicro } from '../../../domain/numbers/exact.ts';
import { formatInstant, parseInstant } from '../../../domain/numbers/instant.ts';
import {
  cancelCorporateAction,
  createCorporateAction,
  tradingCurrency,
} from '../../../engine/commands/market/manage-corporate-actions.ts';
import { usualPayMs } from '../../../engine/corporate-actions/apply-cash-dividend.ts';
import type { CorporateActionTerms } from '../../../engine/corporate-actions/corporate-action.ts';
import { dividendCalendar } from '../../../engine/dividends/dividend-calendar.ts';
import type { World } from '../../../engine/world.ts';
import { addOperation } from '../../http/add-operation.ts';
import { parseBody, readJson } from '../../http/bodies/read-body.ts';
import { goneCursor, pageFrom } from '../../http/page-of.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { acceptedOf, problemOfDetails } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';
import { viewCorporateAction } from '../../views/market/view-corporate-action.ts';
import { viewMarketDividend } from '../../views/market/view-market-dividend.ts';
import type { MarketRouteDependencies } from './market-routes.ts';

export function addCorporateActionRoutes(router: Router, { world, driver }: MarketRouteDependencies): void {
  addOperation(router, corporateActionOperations.createCorporateAction, readJson, (request, response) => {
    const body = parseBody(request, createCorporateActionSchema);
    driver.nowMs();
    const exMs = parseInstant(body.ex_at);
    invariant(exMs !== null, 'an instant that is none passed validation');
    const action = acceptedOf(
      createCorporateAction(world, { isin: body.isin, exMs, terms: termsOf(world, body, exMs) }),
    );
    const answer: CorporateActionWire = viewCorporateAction(action);
    sendJson(request, response, 201, answer);
    driver.afterCommand();
  });
  addOperation(router, corporateActionOperations.listCorporateActions, (request, response) => {
    const { limit, cursor = null } = parseQuery(request, pageQuery);
    driver.nowMs();
    if (cursor !== null && world.corporateActions.find(cursor) === null) throw goneCursor();
    const found = world.corporateActions.page(cursor, limit + 1);
    const { rows, next } = pageFrom(found, limit, ({ corporateActionId }) => corporateActionId);
    const answer: CorporateActionList = { corporate_actions: rows.map(viewCorporateAction), next };
    sendJson(request, response, 200, answer);
  });
  addOperation(router, corporateActionOperations.cancelCorporateAction, (request, response) => {
    driver.nowMs();
    const action = acceptedOf(cancelCorporateAction(world, request.params.id));
    const answer: CorporateActionWire = viewCorporateAction(action);
    sendJson(request, response, 200, answer);
    driver.afterCommand();
  });
  addOperation(router, corporateActionOperations.listMarketDividends, (request, response) => {
    const { from, to } = parseQuery(request, marketDividendsQuery);
    const nowMs = driver.nowMs();
    const { fromMs, toMs } = spanOf(from, to, nowMs);
    const dividends = dividendCalendar(world, fromMs, toMs).map((each) => viewMarketDividend(each, nowMs));
    const answer: MarketDividendList = { dividends };
    sendJson(request, response, 200, answer);
  });
}

const DAY_MS = 86_400_000;

/** 400 for an end before the beginning, and for one too far ahead. */
function spanOf(from: string | undefined, to: string | undefined, nowMs: number) {
  const fromMs = (from === undefined ? null : parseInstant(from)) ?? nowMs - USUAL_DAYS_BACK * DAY_MS;
  const toMs = (to === undefined ? null : parseInstant(to)) ?? nowMs + USUAL_DAYS_AHEAD * DAY_MS;
  const latestMs = nowMs + MOST_DAYS_AHEAD * DAY_MS;
  const path = '/to';
  if (toMs > latestMs) {
    throw problemOfDetails([{ path, issue: `is after ${formatInstant(latestMs)}, the latest possible` }], 'query');
  }
  if (toMs < fromMs) {
    throw problemOfDetails([{ path, issue: `is before the start, ${formatInstant(fromMs)}` }], 'query');
  }
  return { fromMs, toMs };
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
      const payMs = body.pay_at === undefined ? usualPayMs(world, body.isin, exMs) : parseInstant(body.pay_at);
      invariant(payMs !== null, 'an instant that is none passed validation');
      return { kind: body.kind, amount: { amountMicro, currency }, payMs };
    }
  }
}
