/** The parameters of a plan as a part of an address: only what differs from the usual ones, and nothing out of its range. */
import { DEFAULT_PARAMETERS, type PlanParameters } from './plan-parameters.ts';

/** What an address says; the usual value where it says nothing, or nothing that can be. */
export function parametersIn(search: URLSearchParams): PlanParameters {
  const usual = DEFAULT_PARAMETERS;
  return {
    driftThresholdPercent: numberIn(search, 'threshold', 1, 20) ?? usual.driftThresholdPercent,
    bandType: search.get('band') === 'relative' ? 'relative' : usual.bandType,
    trigger: search.get('trigger') === 'portfolio' ? 'portfolio' : usual.trigger,
    costBudgetBps: numberIn(search, 'budget', 0, 10_000),
    fractionalPrecision: Math.round(numberIn(search, 'decimals', 2, 6) ?? usual.fractionalPrecision),
    fxOverlay: search.get('fx') !== 'off',
  };
}

/** Empty for the usual parameters, so that a plain address means them. */
export function addressOf(parameters: PlanParameters): URLSearchParams {
  const search = new URLSearchParams();
  const usual = DEFAULT_PARAMETERS;
  const { driftThresholdPercent, bandType, trigger, costBudgetBps, fractionalPrecision, fxOverlay } = parameters;
  if (driftThresholdPercent !== usual.driftThresholdPercent) search.set('threshold', String(driftThresholdPercent));
  if (bandType !== usual.bandType) search.set('band', bandType);
  if (trigger !== usual.trigger) search.set('trigger', trigger);
  if (costBudgetBps !== null) search.set('budget', String(costBudgetBps));
  if (fractionalPrecision !== usual.fractionalPrecision) search.set('decimals', String(fractionalPrecision));
  if (fxOverlay !== usual.fxOverlay) search.set('fx', 'off');
  return search;
}

/** Where the plan dialog of a portfolio is, with these parameters. */
export function planPath(portfolioId: string, parameters: PlanParameters): string {
  const search = addressOf(parameters).toString();
  return `/portfolios/${portfolioId}/plan${search === '' ? '' : `?${search}`}`;
}

function numberIn(search: URLSearchParams, name: string, least: number, most: number): number | null {
  const text = search.get(name);
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return value >= least && value <= most ? value : null;
}
