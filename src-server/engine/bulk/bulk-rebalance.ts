/**
 * A bulk rebalance: many portfolios that are planned at one instant and executed at a pace (decision P6). Each is
 * planned for itself: nothing is netted between clients.
 */

import { addCosts, type CostParts, NO_COSTS } from '../../domain/costs/cost-parts.ts';
import type { ConstraintName } from '../../domain/plan/constraints.ts';
import type { BULK_ROW_STATUSES, BULK_STATUSES } from '../../domain/plan/plan-choices.ts';
import type { RefusalCode } from '../outcome.ts';
import type { PlanTerms } from '../policies/policy.ts';

/** Plans some of its portfolios at this instant. */
export const BULK_PLAN_TIMER = 'bulk.plan';
/** Starts one of its portfolios. */
export const BULK_START_TIMER = 'bulk.start';

/** Timers of which each takes long, so that others have their turn between two of them. */
export const SLOW_TIMERS: ReadonlySet<string> = new Set([BULK_PLAN_TIMER, BULK_START_TIMER]);

export type BulkStatus = (typeof BULK_STATUSES)[number];

/** What was asked for. */
export interface BulkTerms extends PlanTerms {
  /** `null`: the portfolios were named. */
  readonly filter: 'outside_band' | null;
  /** Whether execution begins as soon as all are planned. */
  readonly execute: boolean;
  /** How many are started in a minute of virtual time. */
  readonly perMinute: number;
}

/** Sums over portfolios of one currency, in its minor units. */
interface BulkSums {
  readonly portfolios: number;
  readonly orders: number;
  readonly turnoverMinor: number;
  readonly costs: CostParts;
  /** Estimated on the gains of the sells of plans; absent of fills, and of bulks from before it was counted. */
  readonly taxMinor?: number;
}

/** Sums by base currency. */
export type BulkTotals = Readonly<Record<string, BulkSums>>;

export interface BulkState {
  /** The place of the next portfolio to be planned, later of the next to be started. */
  readonly next: number;
  /** How many were started, or refused in place of it. */
  readonly attempts: number;
  /** How many that were started are not final yet. */
  readonly underWay: number;
  /** Of the next step; `null`: none is due. */
  readonly timerSeq: number | null;
  readonly plannedMs: number | null;
  readonly startedMs: number | null;
  /** When it was complete, or stopped. */
  readonly endedMs: number | null;
  /** Of the plans. */
  readonly planned: BulkTotals;
  /** Of the fills, once their rebalance is final. */
  readonly traded: BulkTotals;
}

export interface BulkRecord {
  readonly bulkId: string;
  readonly createdMs: number;
  readonly status: BulkStatus;
  readonly terms: BulkTerms;
  readonly state: BulkState;
}

/** What keeps a plan from its goal: constraints that bound, and a cost budget that did. */
export type PlanLimit = ConstraintName | 'cost_budget';

/** Of one portfolio: as it was planned, or as it was traded. `drift` is the largest of a position. */
export interface BulkFigures {
  readonly orders: number;
  readonly turnoverMinor: number;
  readonly costs: CostParts;
  readonly driftBefore: number;
  readonly driftAfter: number;
  /** Half the sum of all drifts, before and after; absent in rows of earlier builds. */
  readonly portfolioDrift?: readonly [before: number, after: number];
  /** At planning; absent as the portfolio drift. */
  readonly navMinor?: number;
  /** Of a plan: what leaves drift in it, weightiest first; absent in rows of earlier builds. */
  readonly limits?: readonly PlanLimit[];
  /** Of a plan, or of the gains that its fills realised; absent as in the sums. */
  readonly taxMinor?: number;
}

/** As the service refused it. */
export interface BulkRefusal {
  readonly step: 'plan' | 'execute';
  readonly code: RefusalCode;
  readonly message: string;
}

export interface BulkRow {
  readonly bulkId: string;
  /** From 1, in the order in which they are planned and started. */
  readonly position: number;
  readonly portfolioId: string;
  readonly state: 'waiting' | 'planned' | 'refused' | 'started' | 'cancelled';
  /** Of a Form A portfolio first the dry run that is held, then the rebalance that executed it. */
  readonly rebalanceId: string | null;
  readonly refusal: BulkRefusal | null;
  readonly planned: BulkFigures | null;
  readonly traded: BulkFigures | null;
}

/** What a portfolio is shown as. */
export type BulkRowStatus = (typeof BULK_ROW_STATUSES)[number];

export const NOT_BEGUN: BulkState = {
  next: 1,
  attempts: 0,
  underWay: 0,
  timerSeq: null,
  plannedMs: null,
  startedMs: null,
  endedMs: null,
  planned: {},
  traded: {},
};

export function withBulkState(bulk: BulkRecord, change: Partial<BulkState>, status = bulk.status): BulkRecord {
  return { ...bulk, status, state: { ...bulk.state, ...change } };
}

/** With one more portfolio. */
export function addToTotals(totals: BulkTotals, currency: string, figures: BulkFigures): BulkTotals {
  const sums: BulkSums = totals[currency] ?? { portfolios: 0, orders: 0, turnoverMinor: 0, costs: NO_COSTS };
  const taxMinor = figures.taxMinor === undefined ? sums.taxMinor : (sums.taxMinor ?? 0) + figures.taxMinor;
  const added: BulkSums = {
    portfolios: sums.portfolios + 1,
    orders: sums.orders + figures.orders,
    turnoverMinor: sums.turnoverMinor + figures.turnoverMinor,
    costs: addCosts(sums.costs, figures.costs),
    ...(taxMinor === undefined ? {} : { taxMinor }),
  };
  return { ...totals, [currency]: added };
}
