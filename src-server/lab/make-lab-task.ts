/** Creates the task of a lab run from a request, and reports every contradiction at its place (decision P1). */
import type { StartLabRun } from '../contract/control/lab/lab-runs.ts';
import { BOUNDS } from '../contract/fields/number-bounds.ts';
import { formatInstant, parseInstant } from '../domain/numbers/instant.ts';
import { createTaxDays, gainsTaxRate } from '../engine/lots/tax-terms-of.ts';
import type { ValidationIssue } from '../engine/outcome.ts';
import type { PolicyTerms } from '../engine/policies/policy.ts';
import { validatePolicy } from '../engine/policies/validate-policy.ts';
import type { World } from '../engine/world.ts';
import { CLOCK_ORIGIN_MS, TAU_END, TAU_PER_DAY } from '../market/calendar/variance-clock.ts';
import { firstShownMs } from '../market/prices/first-shown.ts';
import { type PriceSeries, RATE_VENUE, seriesEndMs } from '../market/prices/series-registry.ts';
import { countSeeds, parseSeeds, type SeedRange } from '../sweep/seed-ranges.ts';
import type { LabPolicy, LabPortfolio, LabTask } from './lab-task.ts';

type LabTerms = Omit<StartLabRun, 'name' | 'portfolios' | 'threads' | 'paths'> & {
  readonly paths: { readonly seeds: string } | { readonly history: readonly unknown[] } | { readonly import: unknown };
};

/** Each takes some seconds. */
const MAX_FULL_LIVES = 2_000;
const SHORTEST_MS = 7 * 86_400_000;
/** A week before the clock of prices ends, in October 2062. */
const LATEST_MS = (TAU_END / TAU_PER_DAY) * (7 / 5) * 86_400_000 + CLOCK_ORIGIN_MS - SHORTEST_MS;

export interface LabRequest {
  readonly task: LabTask;
  readonly seeds: readonly SeedRange[];
}

type MadeTask =
  | { readonly ok: true; readonly made: LabRequest }
  | { readonly ok: false; readonly issues: readonly ValidationIssue[] };

/** `world`: the world of the portfolios; `loaded`: the loaded prices that the paths name, if any. */
export function makeLabTask(
  world: World,
  portfolios: readonly LabPortfolio[],
  terms: LabTerms,
  loaded: readonly PriceSeries[],
): MadeTask {
  const issues: ValidationIssue[] = [...policyIssues(terms, portfolios), ...portfolioIssues(world, portfolios)];
  const { paths } = terms;
  const history = 'seeds' in paths ? null : loaded;
  const seeds = 'seeds' in paths ? parseSeeds(paths.seeds) : [];
  if (seeds === null)
    issues.push({
      path: '/paths/seeds',
      issue: 'has a range that ends before it begins, or a seed beyond 9 007 199 254 740 991',
    });
  const shown = (history ?? []).map((series) => {
    const first = { mic: series.mic, atMs: series.rows[0]?.atMs ?? 0 };
    return { series, firstMs: firstShownMs(world.calendars, first) };
  });
  const firstMs = history === null ? world.kernel.nowMs : Math.max(...shown.map((each) => each.firstMs));
  const fromMs = terms.from === undefined ? firstMs : (parseInstant(terms.from) ?? firstMs);
  const toMs = parseInstant(terms.to) ?? fromMs;
  issues.push(...spanIssues(fromMs, toMs, shown));
  const lives = portfolios.length * terms.policies.length * Math.max(1, countSeeds(seeds ?? []));
  const most = terms.execution === 'full' ? MAX_FULL_LIVES : BOUNDS.labSimulations.max;
  if (lives > most) issues.push({ path: '/paths', issue: `makes ${lives} simulations; at most ${most} are allowed` });
  if (terms.execution === 'full') issues.push(...fullIssues(terms));
  if (issues.length > 0 || seeds === null) return { ok: false, issues };
  return { ok: true, made: { task: taskOf(world, portfolios, terms, { fromMs, toMs, history }), seeds } };
}

function taskOf(
  world: World,
  portfolios: readonly LabPortfolio[],
  { policies, check, execution, taxes, with_constraints: withConstraints, band, cash_flow: flow }: LabTerms,
  { fromMs, toMs, history }: Pick<LabTask, 'fromMs' | 'toMs'> & { readonly history: readonly PriceSeries[] | null },
): LabTask {
  const { kernel, customMarket, exchangeSettings, instrumentChanges } = world;
  const areTaxed = execution !== 'full' && portfolios.some((each) => isTaxed(world, each, [fromMs, toMs]));
  const underFirstIsin = (series: PriceSeries) => ({ ...series, isin: instrumentChanges.root(series.isin) });
  return {
    portfolios: withConstraints ? portfolios : portfolios.map(withoutConstraints),
    policies: policies.map(({ name, ...terms }): LabPolicy => ({ name, terms: policyTermsOf(terms) })),
    fromMs,
    toMs,
    check,
    execution,
    taxes: taxes ?? areTaxed,
    withConstraints,
    customMarket,
    venues: exchangeSettings.all(),
    history: history === null ? null : { seed: kernel.seed, series: history.map(underFirstIsin) },
    band: { threshold: band.threshold, bandType: band.band_type, trigger: band.trigger },
    cashFlow: flow === undefined ? null : { amountMinor: Math.round(flow.amount * 100), every: flow.every },
  };
}

function withoutConstraints(portfolio: LabPortfolio): LabPortfolio {
  return { ...portfolio, record: { ...portfolio.record, constraints: null } };
}

/** Whether its gains are taxed at the start or the end of the run. */
function isTaxed({ market }: World, { record }: LabPortfolio, ends: readonly number[]): boolean {
  const dayOf = createTaxDays(market)(record);
  return ends.some((atMs) => gainsTaxRate(market, record, dayOf(atMs)) > 0);
}

/** In the lab every plan is executed. */
function policyTermsOf(terms: Omit<LabTerms['policies'][number], 'name'>): PolicyTerms {
  return { ...terms, execute: true };
}

function policyIssues({ policies }: LabTerms, portfolios: readonly LabPortfolio[]): ValidationIssue[] {
  const forms = [...new Set(portfolios.map(({ record }) => record.form))];
  return policies.flatMap(({ name, ...terms }, index) => {
    const at = `/policies/${index}`;
    const first = policies.findIndex((other) => other.name === name);
    const repeated = first < index ? [{ path: `${at}/name`, issue: `is already the name of /policies/${first}` }] : [];
    const ofForms = forms.flatMap((form) => validatePolicy(policyTermsOf(terms), form));
    const own = ofForms.map(({ path, issue }) => ({ path: `${at}${path}`, issue }));
    return [...repeated, ...uniqueByPath(own)];
  });
}

/** Issues of options that full execution does not support. */
function* fullIssues({ paths, taxes, cash_flow: flow }: LabTerms): Generator<ValidationIssue> {
  const issue = 'is not supported with execution: full';
  if (!('seeds' in paths)) yield { path: `/paths/${'history' in paths ? 'history' : 'import'}`, issue };
  if (taxes) yield { path: '/taxes', issue };
  if (flow !== undefined) yield { path: '/cash_flow', issue };
}

function uniqueByPath(issues: readonly ValidationIssue[]): ValidationIssue[] {
  return issues.filter(({ path }, index) => issues.findIndex((other) => other.path === path) === index);
}

function portfolioIssues({ instrumentChanges }: World, portfolios: readonly LabPortfolio[]): ValidationIssue[] {
  return portfolios.flatMap(({ name, record, positions, targets }, index) => {
    const path = `/portfolios/${index}`;
    const first = portfolios.findIndex((other) => other.name === name);
    if (first < index) return [{ path, issue: `has the name of /portfolios/${first}: ${name}` }];
    if (targets.length === 0) return [{ path, issue: 'has no targets' }];
    const valueMinor = positions.reduce((sum, position) => sum + position.valueMinor, record.cashMinor);
    if (valueMinor <= 0) return [{ path, issue: 'has no value' }];
    const unknown = [...positions, ...targets].find(({ isin }) => !instrumentChanges.known.has(isin));
    return unknown === undefined ? [] : [{ path, issue: `has ${unknown.isin}, which the market does not know` }];
  });
}

interface ShownSeries {
  readonly series: PriceSeries;
  /** Instant of its first price. */
  readonly firstMs: number;
}

function* spanIssues(fromMs: number, toMs: number, shown: readonly ShownSeries[]): Generator<ValidationIssue> {
  if (toMs - fromMs < SHORTEST_MS) yield { path: '/to', issue: 'is less than a week after the start' };
  if (toMs > LATEST_MS) yield { path: '/to', issue: `is after ${formatInstant(LATEST_MS)}, where prices end` };
  for (const { series, firstMs } of shown) {
    const lastMs = seriesEndMs(series);
    const name = series.mic === RATE_VENUE ? `the rate of ${series.isin}` : `${series.isin} at ${series.mic}`;
    if (fromMs < firstMs)
      yield { path: '/from', issue: `is before the first price of ${name}, ${formatInstant(firstMs)}` };
    if (toMs > lastMs) yield { path: '/to', issue: `is after the last price of ${name}, ${formatInstant(lastMs)}` };
  }
}
