/**
 * Calls the commands of the service from a timer's handler as a client would: for policies (decision O6) and bulk
 * rebalances (P6). The events of these commands state on whose behalf they act (`by`); webhooks do not change.
 */
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { createPlan } from '../commands/rebalances/create-plan.ts';
import { executePlan } from '../commands/rebalances/execute-plan.ts';
import { previewRebalanceA } from '../commands/rebalances/preview-rebalance-a.ts';
import { type RebalanceRequestA, rebalancePortfolioA } from '../commands/rebalances/rebalance-portfolio-a.ts';
import { accepted, type Outcome, refused } from '../outcome.ts';
import { type DriftCondition, type PlanTerms, requestedSettings, requestedThresholdA } from '../policies/policy.ts';
import type { PortfolioRecord, PortfolioRecordA, RebalanceRecord } from '../records.ts';
import type { World } from '../world.ts';

export class ServiceCaller {
  readonly #world: World;
  readonly #unit: UnitOfWork;

  constructor(world: World, unit: UnitOfWork, by: 'policy' | 'bulk') {
    this.#world = world;
    this.#unit = marked(unit, by);
  }

  /** Makes a Form B plan that waits for its execution. `drift`: the band that a policy watches. */
  plan({ accountId, portfolioId }: PortfolioRecord, terms: PlanTerms, drift?: DriftCondition) {
    const request = { ...requestedSettings(terms, drift), portfolio_id: portfolioId, simulation: false };
    return this.#call(() => createPlan(this.#world, accountId, request));
  }

  /** Executes a Form B plan. */
  execute({ accountId }: PortfolioRecord, rebalanceId: string): Outcome<RebalanceRecord> {
    return this.#call(() => executePlan(this.#world, accountId, rebalanceId));
  }

  /** Makes a Form A dry run, which is held if the request has an idempotency key. */
  preview({ portfolioId }: PortfolioRecord, request: RebalanceRequestA): Outcome<RebalanceRecord> {
    return this.#call(() => previewRebalanceA(this.#world, portfolioId, request));
  }

  /** Rebalances a Form A portfolio, by the plan that is held under the request's idempotency key, if there is one. */
  rebalance({ accountId, portfolioId }: PortfolioRecord, request: RebalanceRequestA): Outcome<RebalanceRecord> {
    return this.#call(() => rebalancePortfolioA(this.#world, accountId, portfolioId, request));
  }

  #call(command: () => Outcome<RebalanceRecord>): Outcome<RebalanceRecord> {
    return this.#world.kernel.joinUnit(this.#unit, command);
  }
}

/**
 * Returns the request of a Form A rebalance to the targets of its portfolio; 400 if Form A does not accept these
 * targets.
 */
export function requestOfFormA(
  { portfolios }: Pick<World, 'portfolios'>,
  { portfolioId }: PortfolioRecordA,
  terms: PlanTerms,
  drift?: DriftCondition,
): Outcome<RebalanceRequestA> {
  const targets = portfolios.targets(portfolioId);
  const sum = targets.reduce((total, { weight }) => total + weight, 0);
  if (Math.abs(sum - 1) > WEIGHT_SUM_TOLERANCE) {
    return refused('invalid_request', `Form A asks for targets that sum to 1; those of ${portfolioId} do not.`);
  }
  return accepted({
    target_weights: Object.fromEntries(targets.map(({ isin, weight }) => [isin, weight])),
    ...bandOfFormA(terms, drift),
  });
}

/** Returns the band of a Form A rebalance, and how far it goes. */
export function bandOfFormA(terms: PlanTerms, drift?: DriftCondition) {
  const { band_5_25, to } = requestedSettings(terms, drift);
  return {
    drift_threshold: requestedThresholdA(terms, drift),
    ...(band_5_25 === undefined ? {} : { band_5_25 }),
    ...(to === undefined ? {} : { to }),
  };
}

const WEIGHT_SUM_TOLERANCE = 0.001 + 1e-9;

/** Returns the same unit, whose events state their author. */
function marked(unit: UnitOfWork, by: 'policy' | 'bulk'): UnitOfWork {
  return {
    nowMs: unit.nowMs,
    seed: unit.seed,
    emit: (type, data) => unit.emit(type, { ...data, by } as typeof data),
    schedule: (dueMs, kind, payload) => unit.schedule(dueMs, kind, payload),
    cancel: (timerSeq) => unit.cancel(timerSeq),
    isPending: (kind) => unit.isPending(kind),
    nextId: (prefix) => unit.nextId(prefix),
  };
}
