/**
 * Runs one life of the lab by the service itself (decision P3): a world in memory with the seed of the path, in which a
 * client checks the portfolio at the same instants, plans by the same settings and executes, and the exchanges fill.
 * Starts no server.
 */

import { worldContents } from '../../contract/scenario/world-file.ts';
import type { LinearSolver } from '../../domain/budget/linear-solver.ts';
import { invariant } from '../../domain/invariant.ts';
import { isFinalRebalance } from '../../domain/lifecycle/rebalance-life-cycle.ts';
import { parseDuration } from '../../domain/numbers/instant.ts';
import { createPlan } from '../../engine/commands/rebalances/create-plan.ts';
import { executePlan } from '../../engine/commands/rebalances/execute-plan.ts';
import { rebalancePortfolioA } from '../../engine/commands/rebalances/rebalance-portfolio-a.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { valuePortfolioAt } from '../../engine/planning/value-portfolio.ts';
import { requestedSettings } from '../../engine/policies/policy.ts';
import type { OrderRecord, PortfolioRecord, RebalanceRecord } from '../../engine/records.ts';
import { requestOfFormA } from '../../engine/service-calls/service-caller.ts';
import { DEFAULT_ACCOUNT, type World } from '../../engine/world.ts';
import { reasonsOf } from '../../lab/decide.ts';
import type { LabLife } from '../../lab/lab-life.ts';
import type { LabInstant } from '../../lab/lab-schedule.ts';
import { LifeLedger } from '../../lab/life-ledger.ts';
import { Observer } from '../../lab/observer.ts';
import type { PricePath } from '../../lab/price-path.ts';
import { SimulatedPortfolio } from '../../lab/simulated-portfolio.ts';
import type { FlatFigures } from '../../sweep/flat-figures.ts';
import { packageRoot } from '../../system/package-root.ts';
import { readMarketFacts } from '../../world/market-facts.ts';
import { labWorldContents } from './lab-world-contents.ts';
import { openLabWorld } from './open-lab-world.ts';

const TIMERS_AT_ONCE = 512;
const NO_BARRIERS: ReadonlySet<string> = new Set();

/** A rebalance of a full life, as planned. */
export interface FullTrade {
  readonly atMs: number;
  /** Index of the condition that was its reason. */
  readonly condition: number;
  readonly rebalance: RebalanceRecord;
  readonly orders: readonly OrderRecord[];
}

interface FullLifeEnd {
  readonly figures: FlatFigures;
  readonly head: string;
  readonly events: number;
}

export async function simulateInFull(
  life: LabLife,
  path: PricePath,
  solver: LinearSolver,
  onTrade: (trade: FullTrade) => void = () => undefined,
): Promise<FullLifeEnd> {
  const parts = { facts: readMarketFacts(packageRoot()), solver };
  const contents = worldContents.parse(labWorldContents(life.task));
  const describe = ({ path, issue }: { readonly path: string; readonly issue: string }) => `${path} ${issue}`;
  const wanted = { contents, seed: path.seed, startAtMs: life.task.fromMs, describe, place: null };
  const opened = await openLabWorld(parts, wanted);
  try {
    const start = new SimulatedPortfolio(life.portfolio, life.openLots(), life.viewAt(path, life.task.fromMs));
    return new FullLife(life, opened.world, start, onTrade).run();
  } finally {
    opened.close();
  }
}

class FullLife {
  readonly #life: LabLife;
  readonly #world: World;
  readonly #onTrade: (trade: FullTrade) => void;
  readonly #portfolioId: string;
  readonly #ledger: LifeLedger;
  readonly #observer: Observer;
  #cooldownEndMs = Number.NEGATIVE_INFINITY;
  /** Number of counted fills by rebalance that is not final: it may take longer than until the next check. */
  readonly #open = new Map<string, number>();

  constructor(life: LabLife, world: World, start: SimulatedPortfolio, onTrade: (trade: FullTrade) => void) {
    this.#life = life;
    this.#world = world;
    this.#onTrade = onTrade;
    this.#portfolioId = this.#insertPortfolio(start);
    const { valuation, view } = valuePortfolioAt(world, this.#portfolio(), world.kernel.nowMs);
    this.#ledger = new LifeLedger(life.task.fromMs, life.task.toMs, valuation.totalMinor);
    this.#observer = new Observer(life, this.#ledger, view);
  }

  run(): FullLifeEnd {
    for (const instant of this.#life.schedule) this.#reach(instant);
    this.#advanceTo(this.#life.task.toMs);
    this.#countFills();
    const { valuation, view } = this.#value();
    this.#observer.observe(view, valuation, 0);
    const { positions } = valuation;
    const record = this.#portfolio();
    const contents = { ...this.#life.portfolio, record, positions: positions.map((each) => ({ ...each })) };
    const figures = this.#ledger.figures(new SimulatedPortfolio(contents, null, view).liquidationMinor(view));
    const { head, eventCount } = this.#world.kernel;
    return { figures, head, events: eventCount };
  }

  #reach(instant: LabInstant): void {
    this.#advanceTo(instant.atMs);
    this.#countFills();
    const { valuation, view } = this.#value();
    if (instant.isCheck) this.#observer.observe(view, valuation, 0);
    const { referenceRates } = this.#portfolio();
    if (instant.atMs < this.#cooldownEndMs) return;
    const reasons = reasonsOf(this.#life, instant, { valuation, view, referenceRates, hasFlowed: false });
    reasons.some((condition) => this.#rebalance(condition));
  }

  /** Acts as a client: a plan that the service refuses is not traded. Returns whether there is one that it accepts. */
  #rebalance(condition: number): boolean {
    const { kernel, rebalances } = this.#world;
    const started = this.#life.form === 'A' ? this.#startA(condition) : this.#startB(condition);
    if (!started.ok) return false;
    const { cooldown } = this.#life.policy.terms;
    this.#cooldownEndMs = kernel.nowMs + (parseDuration(cooldown ?? '0s') ?? 0);
    const { rebalanceId } = started.value;
    const orders = rebalances.orders(rebalanceId);
    if (orders.length === 0) return true;
    this.#open.set(rebalanceId, 0);
    this.#ledger.rebalanced(orders.length);
    this.#onTrade({ atMs: kernel.nowMs, condition, rebalance: started.value, orders });
    return true;
  }

  #startB(condition: number): Outcome<RebalanceRecord> {
    const { terms } = this.#life.policy;
    const settings = requestedSettings(terms, terms.when[condition]?.drift);
    const request = { ...settings, portfolio_id: this.#portfolioId, simulation: false };
    const planned = createPlan(this.#world, DEFAULT_ACCOUNT, request);
    return planned.ok ? executePlan(this.#world, DEFAULT_ACCOUNT, planned.value.rebalanceId) : planned;
  }

  #startA(condition: number): Outcome<RebalanceRecord> {
    const { terms } = this.#life.policy;
    const portfolio = this.#portfolio();
    invariant(portfolio.form === 'A', 'the form of a portfolio never changes');
    const request = requestOfFormA(this.#world, portfolio, terms, terms.when[condition]?.drift);
    return request.ok ? rebalancePortfolioA(this.#world, DEFAULT_ACCOUNT, this.#portfolioId, request.value) : request;
  }

  #countFills(): void {
    const { rebalances } = this.#world;
    for (const [rebalanceId, counted] of this.#open) {
      const fills = rebalances.fills(rebalanceId);
      for (const fill of fills.slice(counted)) this.#ledger.filled(fill);
      const rebalance = rebalances.find(rebalanceId);
      if (rebalance === null || isFinalRebalance(rebalance.status)) this.#open.delete(rebalanceId);
      else this.#open.set(rebalanceId, fills.length);
    }
  }

  #advanceTo(atMs: number): void {
    while (this.#world.kernel.runUntil(atMs, TIMERS_AT_ONCE, NO_BARRIERS).timers === TIMERS_AT_ONCE);
  }

  #value() {
    return valuePortfolioAt(this.#world, this.#portfolio(), this.#world.kernel.nowMs);
  }

  #portfolio(): PortfolioRecord {
    const found = this.#world.portfolios.find(this.#portfolioId);
    invariant(found !== null, 'nobody deletes the portfolio of the lab');
    return found;
  }

  /** With the same value as in the lab, whatever the prices of the path are. */
  #insertPortfolio(start: SimulatedPortfolio): string {
    const { portfolio, task } = this.#life;
    const world = this.#world;
    return world.kernel.execute((unit) => {
      const portfolioId = unit.nextId('pf');
      const record = { ...portfolio.record, portfolioId, accountId: DEFAULT_ACCOUNT, createdMs: task.fromMs };
      world.portfolios.insert(record, start.positions, portfolio.targets);
      world.lots.open(record, start.openingTrades());
      return portfolioId;
    });
  }
}
