/**
 * The portfolios of a lab run: those of the served world by their ids, or entries that are created in a separate world.
 */
import type { StartLabRun } from '../../contract/control/lab/lab-runs.ts';
import { worldContents } from '../../contract/scenario/world-file.ts';
import { receivableOf } from '../../engine/dividends/receivable.ts';
import { accepted, type Outcome, type Refusal, refused, type ValidationIssue } from '../../engine/outcome.ts';
import { valuePortfolioAt } from '../../engine/planning/value-portfolio.ts';
import type { PortfolioRecord } from '../../engine/records.ts';
import type { World } from '../../engine/world.ts';
import type { LabPortfolio } from '../../lab/lab-task.ts';
import { contentsOfMarket } from '../../world/contents/custom-market.ts';
import { StartupError } from '../../world/startup-error.ts';
import { type LabWorldParts, openLabWorld } from './open-lab-world.ts';

interface ChosenPortfolio {
  readonly portfolio: LabPortfolio;
  /** `null`: it is not a portfolio of the world. */
  readonly id: string | null;
}

type Wanted = StartLabRun['portfolios'][number];
type Entry = Exclude<Wanted, string>;

/** 400 with every portfolio that the world does not have, and every invalid entry. */
export async function choosePortfolios(
  world: World,
  wanted: readonly Wanted[],
  parts: LabWorldParts,
): Promise<Outcome<ChosenPortfolio[]>> {
  const issues: ValidationIssue[] = [];
  const chosen: ChosenPortfolio[] = [];
  for (const [index, each] of wanted.entries()) {
    const path = `/portfolios/${index}`;
    const made = typeof each === 'string' ? ofWorld(world, each, path) : await ofEntry(world, each, path, parts);
    if ('issue' in made) issues.push(made);
    else chosen.push(made);
  }
  return issues.length === 0 ? accepted(chosen) : refuseIssues(issues);
}

function ofWorld(world: World, id: string, path: string): ChosenPortfolio | ValidationIssue {
  const record = world.portfolios.find(id);
  if (record === null || record.deletedMs !== null) return { path, issue: `names ${id}, which is not a portfolio` };
  return { portfolio: labPortfolioOf(world, record, nameOf(record)), id };
}

/** Creates an entry like one of a world file, in the market and at the present time of the served world. */
async function ofEntry(
  world: World,
  entry: Entry,
  path: string,
  parts: LabWorldParts,
): Promise<ChosenPortfolio | ValidationIssue> {
  const contents = worldContents.parse({ ...contentsOfMarket(world.customMarket), portfolios: [entry] });
  let fault: ValidationIssue | null = null;
  const describe = (found: ValidationIssue) => {
    fault ??= { path: found.path.replace(/^\/portfolios\/0/, path), issue: found.issue };
    return found.issue;
  };
  try {
    const { seed, nowMs } = world.kernel;
    const opened = await openLabWorld(parts, { contents, seed, startAtMs: nowMs, describe, place: null });
    try {
      const [portfolio] = portfoliosOf(opened.world);
      return portfolio === undefined ? { path, issue: 'made no portfolio' } : { portfolio, id: null };
    } finally {
      opened.close();
    }
  } catch (error) {
    if (error instanceof StartupError && fault !== null) return fault;
    throw error;
  }
}

/** Every portfolio of a world, in the order of creation. */
export function portfoliosOf(world: World): LabPortfolio[] {
  return world.portfolios.list().map((record) => labPortfolioOf(world, record, nameOf(record)));
}

function nameOf(record: PortfolioRecord): string {
  return record.form === 'A' ? record.name : record.externalId;
}

export function refuseIssues(issues: readonly ValidationIssue[]): Refusal {
  const text = issues.map(({ path, issue }) => `${path} ${issue}`).join('; ');
  return refused('invalid_request', `The request is invalid: ${text}.`, issues);
}

/**
 * Reads a portfolio of a world for the lab: accrued dividends become cash, and instruments have their original ISINs,
 * as in the market of a new world. Changes nothing.
 */
function labPortfolioOf(world: World, record: PortfolioRecord, name: string): LabPortfolio {
  const { instrumentChanges, kernel, lots } = world;
  const { valuation, targets } = valuePortfolioAt(world, record, kernel.nowMs);
  const root = (isin: string) => instrumentChanges.root(isin);
  const constraints = record.constraints && {
    ...record.constraints,
    doNotSell: record.constraints.doNotSell.map(root),
    doNotBuy: record.constraints.doNotBuy.map(root),
  };
  return {
    name,
    record: { ...record, constraints, cashMinor: record.cashMinor + receivableOf(world, record, kernel.nowMs) },
    positions: valuation.positions.map(({ isin, mic, quantityMicro, valueMinor }) => ({
      isin: root(isin),
      mic,
      quantityMicro,
      valueMinor,
    })),
    targets: targets.map((target) => ({ ...target, isin: root(target.isin) })),
    trades: lots.holdings(record).map(({ isin, holding }) => ({ isin: root(isin), trades: holding.trades })),
  };
}
