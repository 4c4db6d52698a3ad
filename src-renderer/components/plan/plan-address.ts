/** The parameters of a plan in an address: only those that differ from the defaults, and only valid values. */

import { BOUNDS } from '../../../src-server/contract/fields/number-bounds.ts';
import { paths } from '../../paths.ts';
import { fieldBounds, PERCENT_FIELD } from '../forms/number-text.ts';
import { DEFAULT_PARAMETERS, type PlanParameters, TAX_METHOD_CHOICES } from './plan-parameters.ts';

/** Bounds of drift thresholds in percent, by form (specification 4.1, 4.2). */
export const THRESHOLD_BOUNDS = {
  A: fieldBounds(BOUNDS.driftThresholdOfFormA, PERCENT_FIELD),
  B: fieldBounds(BOUNDS.driftThreshold, PERCENT_FIELD),
} as const;

/** The parameters in an address; the default for a missing or invalid one. */
export function parametersIn(search: URLSearchParams, form: 'A' | 'B' = 'B'): PlanParameters {
  const usual = DEFAULT_PARAMETERS;
  return {
    driftThresholdPercent: numberIn(search, 'threshold', THRESHOLD_BOUNDS[form]) ?? usual.driftThresholdPercent,
    bandType: search.get('band') === 'relative' ? 'relative' : usual.bandType,
    trigger: search.get('trigger') === 'portfolio' ? 'portfolio' : usual.trigger,
    costBudgetBps: numberIn(search, 'budget', BOUNDS.costBudgetBps),
    fractionalPrecision: Math.round(
      numberIn(search, 'decimals', BOUNDS.fractionalPrecision) ?? usual.fractionalPrecision,
    ),
    fxOverlay: search.get('fx') !== 'off',
    taxMethod: TAX_METHOD_CHOICES.find((method) => method === search.get('method')) ?? usual.taxMethod,
    targetWeights: weightsIn(search.get('weights') ?? ''),
  };
}

/** Empty for the default parameters, so that a plain address means them. */
export function addressOf(parameters: PlanParameters): URLSearchParams {
  const search = new URLSearchParams();
  const usual = DEFAULT_PARAMETERS;
  const { driftThresholdPercent, bandType, trigger, costBudgetBps, fractionalPrecision, fxOverlay } = parameters;
  const { taxMethod, targetWeights } = parameters;
  const weights = Object.entries(targetWeights ?? {}).map((weight) => weight.join(':'));
  if (driftThresholdPercent !== usual.driftThresholdPercent) search.set('threshold', String(driftThresholdPercent));
  if (bandType !== usual.bandType) search.set('band', bandType);
  if (trigger !== usual.trigger) search.set('trigger', trigger);
  if (costBudgetBps !== null) search.set('budget', String(costBudgetBps));
  if (fractionalPrecision !== usual.fractionalPrecision) search.set('decimals', String(fractionalPrecision));
  if (fxOverlay !== usual.fxOverlay) search.set('fx', 'off');
  if (taxMethod !== null) search.set('method', taxMethod);
  if (targetWeights !== null) search.set('weights', weights.join(','));
  return search;
}

/** The address of a portfolio's plan dialog, with these parameters. */
export function planPath(portfolioId: string, parameters: PlanParameters): string {
  return paths.plan(portfolioId, addressOf(parameters));
}

const ISIN = /^[A-Z]{2}[A-Z0-9]{9}\d$/;

/** `ISIN:0.4,ISIN:0.6`; null if none of it can be read. */
function weightsIn(text: string): Readonly<Record<string, number>> | null {
  const rows = text.split(',').flatMap((part) => {
    const [isin = '', share = ''] = part.split(':');
    const weight = share === '' ? Number.NaN : Number(share);
    return ISIN.test(isin) && weight >= 0 && weight <= 1 ? [[isin, weight] as const] : [];
  });
  return rows.length === 0 ? null : Object.fromEntries(rows);
}

type Bounds = Readonly<Record<'min' | 'max', number>>;

function numberIn(search: URLSearchParams, name: string, { min, max }: Bounds): number | null {
  const value = Number(search.get(name)?.trim() || Number.NaN);
  return value >= min && value <= max ? value : null;
}
