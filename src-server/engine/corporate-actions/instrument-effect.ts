/**
 * The effect of a kind of corporate action at its ex-date (decision O3). `apply-corporate-action.ts` lists the effects
 * by kind.
 */
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { PortfolioRecord, PositionRecord } from '../records.ts';
import type { World } from '../world.ts';
import type { CorporateActionKind, CorporateActionRecord } from './corporate-action.ts';

export type ActionOfKind<K extends CorporateActionKind> = Extract<CorporateActionRecord, { readonly kind: K }>;

/** A portfolio that holds or targets the instrument. */
export interface AffectedPortfolio {
  readonly portfolio: PortfolioRecord;
  /** Its positions in the instrument before the action. */
  readonly positions: readonly PositionRecord[];
}

/** The effect on one portfolio. */
interface PortfolioEffect {
  /** Change of its cash, minor units. */
  readonly cashMinor: number;
}

export interface InstrumentEffect<K extends CorporateActionKind> {
  /** Whether orders and plans on the instrument remain; left out: they end. */
  readonly leavesOrders?: boolean;
  /** Returns the factor of prices from now on, relative to those before; left out: 1. */
  priceFactor?(world: World, action: ActionOfKind<K>): number;
  /** Applies changes other than those of portfolios, once prices and ISINs have changed. */
  applyToMarket?(world: World, unit: UnitOfWork, action: ActionOfKind<K>): void;
  /** Changes the positions, lots and targets of one portfolio; the caller books the cash and emits the event. */
  applyTo(world: World, unit: UnitOfWork, action: ActionOfKind<K>, affected: AffectedPortfolio): PortfolioEffect;
}
