/** What a kind of corporate action does, at its ex-date (decision O3). `apply-corporate-action.ts` says which kind has which. */
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { PortfolioRecord, PositionRecord } from '../records.ts';
import type { World } from '../world.ts';
import type { CorporateActionKind, CorporateActionRecord } from './corporate-action.ts';

export type ActionOfKind<K extends CorporateActionKind> = Extract<CorporateActionRecord, { readonly kind: K }>;

/** A portfolio that holds the instrument, or has it as a target. */
export interface AffectedPortfolio {
  readonly portfolio: PortfolioRecord;
  /** Its positions in the instrument, before. */
  readonly positions: readonly PositionRecord[];
}

/** What came of it for one portfolio. */
interface PortfolioEffect {
  /** What is added to its cash, minor units. */
  readonly cashMinor: number;
}

export interface InstrumentEffect<K extends CorporateActionKind> {
  /** Whether orders and plans on the instrument end; left out where they do. */
  readonly leavesOrders?: boolean;
  /** What prices are multiplied by from now on, at the prices of before; 1 where it is left out. */
  priceFactor?(world: World, action: ActionOfKind<K>): number;
  /** What changes besides portfolios, once prices and ISINs have changed. */
  applyToMarket?(world: World, unit: UnitOfWork, action: ActionOfKind<K>): void;
  /** Changes the positions, lots and targets of one portfolio; the caller books the cash and tells of it. */
  applyTo(world: World, unit: UnitOfWork, action: ActionOfKind<K>, affected: AffectedPortfolio): PortfolioEffect;
}
