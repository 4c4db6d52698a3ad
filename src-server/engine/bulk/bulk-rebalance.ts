/**
 * A bulk rebalance: many portfolios that are planned at one instant and executed at a pace (decision P6). Each is
 * planned separately: nothing is netted between clients.
 */

import { addCosts, type CostParts, NO_COSTS, subtractCosts } from '../../domain/costs/cost-parts.ts';
import type { ConstraintName } from '../../domain/plan/constraints.ts';
import type { BULK_ROW_STATUSES, BULK_STATUSES } from '../../domain/plan/plan-choices.ts';
import type { RefusalCode } from '../outcome.ts';
import type { PlanTerms } from '../policies/policy.ts';

/** Plans some of the bulk's portfolios at this instant. */
export const BULK_PLAN_TIMER = 'bulk.plan';
/** Starts one of the bulk's portfolios. */
export const BULK_START_TIMER = 'bulk.start';

/** Timers that take long, so that other work has its turn between two of them. */
export const SLOW_TIMERS: ReadonlySet<string> = new Set([BULK_PLAN_TIMER, BULK_START_TIMER]);

export type BulkStatus = (typeof BULK_STATUSES)[number];

/** The requested terms. */
export interface BulkTerms extends PlanTerms {
  /** `null`: the portfolios were named. */
  readonly filter: 'outside_band' | null;
  /** Whether execution begins as soon as all are planned. */
  readonly execute: boolean;
  /** Number of portfolios started per minute of virtual time. */
  readonly perMinute: number;
}

/** Sums over portfolios of one currency, in its minor units. */
interface BulkSums {
  readonly portfolios: number;
  readonly orders: number;
  readonly turnoverMinor: number;
  readonly costs: CostParts;
  /** Estimated tax on the gains of the sells; absent in bulks of earlier versions. */
  readonly taxMinor?: number;
}

/** Sums by base currency. */
export type BulkTotals = Readonly<Record<string, BulkSums>>;

export interface BulkState {
  /** Index of the next portfolio to be planned, later of the next to be started. */
  readonly next: number;
  /** Number of portfolios that were started, or refused instead. */
  readonly attempts: number;
  /** Number of started portfolios that are not final yet. */
  readonly underWay: number;
  /** Timer of the next step; `null`: none is due. */
  readonly timerSeq: number | null;
  readonly plannedMs: number | null;
  readonly startedMs: number | null;
  /** When it was completed or stopped. */
  readonly endedMs: number | null;
  /** Sums of the plans. */
  readonly planned: BulkTotals;
  /** Sums of the fills, once their rebalance is final. */
  readonly traded: BulkTotals;
}

export interface BulkRecord {
  readonly bulkId: string;
  readonly createdMs: number;
  readonly status: BulkStatus;
  readonly terms: BulkTerms;
  readonly state: BulkState;
}

/** A limit that prevents a plan from reaching its goal: a constraint or the cost budget. */
export type PlanLimit = ConstraintName | 'cost_budget';

/** Figures of one portfolio: as planned, or as traded. `drift` is the largest of a position. */
export interface BulkFigures {
  readonly orders: number;
  readonly turnoverMinor: number;
  readonly costs: CostParts;
  readonly driftBefore: number;
  readonly driftAfter: number;
  /** Half the sum of all drifts, before and after; absent in rows of earlier versions. */
  readonly portfolioDrift?: readonly [before: number, after: number];
  /** At planning; absent in the same rows as the portfolio drift. */
  readonly navMinor?: number;
  /** Limits that leave drift in the plan, most important first; absent in rows of earlier versions. */
  readonly limits?: readonly PlanLimit[];
  /** Tax on the gains of a plan, or on those that its fills realised; absent in the same rows as in the sums. */
  readonly taxMinor?: number;
  /** Part of the gains tax due that exceeds the cash afterwards; absent in rows of earlier versions. */
  readonly taxMissingMinor?: number;
  /** The gains tax budget that the plan keeps; absent without one, and in rows of earlier versions. */
  readonly taxBudgetMinor?: number;
}

/** The service's refusal. */
export interface BulkRefusal {
  readonly step: 'plan' | 'execute';
  readonly code: RefusalCode;
  readonly message: string;
}

export interface BulkRow {
  readonly bulkId: string;
  /** From 1, in the order of planning and starting. */
  readonly position: number;
  readonly portfolioId: string;
  readonly state: 'waiting' | 'planned' | 'refused' | 'started' | 'cancelled';
  /** For a Form A portfolio first the held dry run, then the rebalance that executed it. */
  readonly rebalanceId: string | null;
  readonly refusal: BulkRefusal | null;
  readonly planned: BulkFigures | null;
  readonly traded: BulkFigures | null;
}

/** Displayed status of a portfolio. */
export type BulkRowStatus = (typeof BULK_ROW_STATUSES)[number];

export const NOT_STARTED: BulkState = {
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

/** Adds one portfolio to the totals. */
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

/** Takes one portfolio out of the totals that contain it. */
export function subtractFromTotals(totals: BulkTotals, currency: string, figures: BulkFigures): BulkTotals {
  const { [currency]: sums, ...others } = totals;
  if (sums === undefined || sums.portfolios === 1) return others;
  const left: BulkSums = {
    portfolios: sums.portfolios - 1,
    orders: sums.orders - figures.orders,
    turnoverMinor: sums.turnoverMinor - figures.turnoverMinor,
    costs: subtractCosts(sums.costs, figures.costs),
    ...(sums.taxMinor === undefined ? {} : { taxMinor: sums.taxMinor - (figures.taxMinor ?? 0) }),
  };
  return { ...others, [currency]: left };
}
