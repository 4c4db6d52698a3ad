/** The data that all lives of a lab run share in a thread: its market, and the data of each life. */
import { invariant } from '../../domain/invariant.ts';
import { exchangesOfHoldings } from '../../engine/policies/policy-days.ts';
import { flowsFromMs } from '../../lab/cash-flow-dates.ts';
import { LabLife } from '../../lab/lab-life.ts';
import { labChecks, labSchedule } from '../../lab/lab-schedule.ts';
import type { LabTask } from '../../lab/lab-task.ts';
import { type LabMarket, PricePath } from '../../lab/price-path.ts';
import { createCalendars } from '../../market/calendar/calendar.ts';
import { createCustomMarket } from '../../market/data/custom-market.ts';
import type { MarketData } from '../../market/data/market-data.ts';
import { packageRoot } from '../../system/package-root.ts';
import { readMarketFacts } from '../../world/market-facts.ts';

export class LabContext {
  readonly task: LabTask;
  readonly lives: readonly LabLife[];
  readonly #market: LabMarket;
  #path: PricePath | null = null;

  constructor(task: LabTask) {
    this.task = task;
    this.#market = labMarketOf(task);
    this.lives = task.portfolios.flatMap((portfolio) => {
      const exchanges = exchangesOfHoldings(this.#market, portfolio.positions, portfolio.targets);
      const checks = [...labChecks(exchanges, task)];
      const flowsFrom = flowsFromMs(exchanges, task);
      return task.policies.map((policy) => {
        const schedule = labSchedule(exchanges, checks, policy.terms, task);
        return new LabLife(task, portfolio, policy, { schedule, flowsFromMs: flowsFrom }, this.#market);
      });
    });
  }

  /** Caches the prices of the latest path: the next job usually has the same seed. */
  pathOf(seed: number): PricePath {
    if (this.#path?.seed !== seed) this.#path = new PricePath(seed, this.#market, this.task.history);
    return this.#path;
  }
}

/** The market of the run's world: with its custom instruments, rates and days, and the settings of its exchanges. */
function labMarketOf({ customMarket, venues }: LabTask): LabMarket {
  const usual = marketOf(customMarket);
  const changed = new Map([...usual.venues, ...venues.map((settings) => [settings.mic, settings] as const)]);
  return { market: { ...usual, venues: changed }, calendars: createCalendars(usual) };
}

function marketOf(customMarket: LabTask['customMarket']): MarketData {
  const shared = readMarketFacts(packageRoot()).market;
  if (customMarket === null) return shared;
  const laid = createCustomMarket(shared, customMarket);
  invariant(laid.ok, 'the market of a lab run was checked when the run was made');
  return laid.market;
}
