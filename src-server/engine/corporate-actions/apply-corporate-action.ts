/**
 * Applies corporate actions at their ex-dates (decision O3), each in one unit of work: first open orders end, then
 * prices and ISINs change, then every affected portfolio, in the order of their creation.
 */
import { invariant } from '../../domain/invariant.ts';
import { fromMicro, fromMinor } from '../../domain/numbers/exact.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { World } from '../world.ts';
import { cashDividendEffect } from './apply-cash-dividend.ts';
import { delistingEffect } from './apply-delisting.ts';
import { isinChangeEffect } from './apply-isin-change.ts';
import { splitEffect } from './apply-split.ts';
import { closeOpenOrders } from './close-open-orders.ts';
import { type CorporateActionKind, type CorporateActionRecord, priceChangesOf } from './corporate-action.ts';
import { corporateActionText, describeCorporateAction } from './describe-corporate-action.ts';
import type { ActionOfKind, InstrumentEffect } from './instrument-effect.ts';

/** Its payload is the id of the corporate action. */
export const CORPORATE_ACTION_TIMER = 'corporate_action.due';

/** Registers the timer; must be called once, before time advances. */
export function handleCorporateActions(world: World): void {
  world.kernel.onTimer(CORPORATE_ACTION_TIMER, (unit, payload) => {
    const action = world.corporateActions.find(String(payload));
    invariant(action !== null, 'a corporate action outlives its timer');
    world.corporateActions.update(applyCorporateAction(world, unit, action));
  });
}

/** Returns the action afterwards, which the caller stores. */
export function applyCorporateAction(
  world: World,
  unit: UnitOfWork,
  action: CorporateActionRecord,
): CorporateActionRecord {
  switch (action.kind) {
    case 'split':
      return applyEffect(world, unit, action, splitEffect);
    case 'isin_change':
      return applyEffect(world, unit, action, isinChangeEffect);
    case 'delisting':
      return applyEffect(world, unit, action, delistingEffect);
    case 'cash_dividend':
      return applyEffect(world, unit, action, cashDividendEffect);
  }
}

function applyEffect<K extends CorporateActionKind>(
  world: World,
  unit: UnitOfWork,
  action: ActionOfKind<K>,
  effect: InstrumentEffect<K>,
): CorporateActionRecord {
  const priceFactor = effect.priceFactor?.(world, action) ?? 1;
  unit.emit('corporate_action.effective', { ...describeCorporateAction(action), price_factor: priceFactor });
  if (effect.leavesOrders !== true) closeOpenOrders(world, unit, action.isin, corporateActionText(action));
  const applied: CorporateActionRecord = { ...action, priceFactor, timerSeq: null, appliedMs: unit.nowMs };
  for (const change of priceChangesOf([applied])) world.instrumentChanges.apply(change);
  effect.applyToMarket?.(world, unit, action);
  for (const { portfolioId } of world.portfolios.list()) applyToPortfolio(world, unit, action, effect, portfolioId);
  return applied;
}

/** Does nothing if the portfolio neither holds nor targets the instrument. */
function applyToPortfolio<K extends CorporateActionKind>(
  world: World,
  unit: UnitOfWork,
  action: ActionOfKind<K>,
  effect: InstrumentEffect<K>,
  portfolioId: string,
): void {
  const { isin, corporateActionId } = action;
  const kind: CorporateActionKind = action.kind;
  const positions = world.portfolios.positions(portfolioId).filter((position) => position.isin === isin);
  const isTarget = world.portfolios.targets(portfolioId).some((target) => target.isin === isin);
  const portfolio = world.portfolios.find(portfolioId);
  if (portfolio === null || (positions.length === 0 && !isTarget)) return;
  const { cashMinor: paidMinor } = effect.applyTo(world, unit, action, { portfolio, positions });
  const cashMinor = portfolio.cashMinor + paidMinor;
  world.portfolios.update({ ...portfolio, cashMinor, updatedMs: unit.nowMs });
  const present = world.instrumentChanges.current(isin);
  const held = world.portfolios.positions(portfolioId).filter((position) => position.isin === present);
  unit.emit('corporate_action.applied', {
    corporate_action_id: corporateActionId,
    kind,
    portfolio_id: portfolioId,
    isin,
    new_isin: present === isin ? null : present,
    positions: held.map(({ mic, quantityMicro, rest }) => ({
      isin: present,
      exchange: mic,
      quantity: fromMicro(quantityMicro),
      ...(rest === undefined ? {} : { rest }),
    })),
    cash_paid: fromMinor(paidMinor),
    cash: fromMinor(cashMinor),
  });
}
