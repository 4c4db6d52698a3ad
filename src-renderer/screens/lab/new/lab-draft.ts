/** A lab run as its form's draft, and as a request. Pure. */
import type { Filled } from '../../../../src-server/contract/openapi/request-terms.ts';
import type { StartLabRun } from '../../../api/runs/lab-api.ts';
import { type NumberText, numberOf, scaled } from '../../../components/forms/number-text.ts';
import { toInstant } from '../../../components/forms/virtual-instant.ts';
import {
  type ImportDraft,
  type ImportReport,
  isOfPortfolios,
  pricesToRead,
} from '../../../components/imports/import-draft.ts';
import { type LabPolicyDraft, labPolicyBody } from './lab-policy-draft.ts';

type Terms = Filled<StartLabRun>;

/** A portfolio with targets. */
export interface Choosable {
  readonly portfolio_id: string;
  readonly label: string;
}

export type Horizon = '1' | '3' | '5' | '10' | 'date';

/**
 * Prices from the user's files, which make one path: the files, their number of series, and the dates common to all.
 */
export interface OwnHistory {
  readonly files: ImportDraft;
  readonly series: number;
  /** `YYYY-MM-DD`. */
  readonly from: string;
  readonly until: string;
}

export interface LabDraft {
  readonly name: string;
  /** Ids. */
  readonly portfolios: readonly string[];
  readonly policies: readonly LabPolicyDraft[];
  readonly horizon: Horizon;
  /** Used if the horizon is a date. */
  readonly until: string;
  readonly check: Terms['check'];
  readonly prices: 'simulated' | 'own';
  /** `null`: no files have been chosen yet. */
  readonly history: OwnHistory | null;
  readonly paths: NumberText;
  readonly firstSeed: NumberText;
  /** Taxes apply where the wrapper of a portfolio is taxed, or nowhere. */
  readonly taxes: 'where_taxed' | 'never';
  /** Those of the portfolios. */
  readonly constraints: 'apply' | 'left_out';
  readonly execution: Terms['execution'];
  readonly hasFlow: boolean;
  readonly flowAmount: NumberText;
  readonly flowEvery: Terms['cash_flow']['every'];
  /** Percent. */
  readonly bandPercent: NumberText;
  readonly bandType: NonNullable<Terms['band']['band_type']>;
  readonly bandTrigger: NonNullable<Terms['band']['trigger']>;
}

export const DEFAULT_TERMS: Omit<LabDraft, 'portfolios' | 'policies' | 'until'> = {
  name: '',
  horizon: '5',
  check: 'month',
  prices: 'simulated',
  history: null,
  paths: 100,
  firstSeed: 1,
  taxes: 'where_taxed',
  constraints: 'apply',
  execution: 'at_mid_plus_costs',
  hasFlow: false,
  flowAmount: 1000,
  flowEvery: 'month',
  bandPercent: 5,
  bandType: 'absolute',
  bandTrigger: 'any_position',
};

/** The same day and time, that many years later. */
export function yearsAfter(iso: string, years: number): string {
  const date = new Date(iso);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.toISOString();
}

/** `now`: virtual. `name`: the name if none is typed. */
export function labRequest(draft: LabDraft, { now, name }: Readonly<Record<'now' | 'name', string>>): StartLabRun {
  const { horizon, until, check, taxes, execution, hasFlow, flowAmount, flowEvery } = draft;
  return {
    name: draft.name.trim() === '' ? name.slice(0, 200) : draft.name.trim(),
    portfolios: [...draft.portfolios],
    policies: draft.policies.map(labPolicyBody),
    check,
    execution,
    ...(taxes === 'never' ? { taxes: false } : {}),
    ...(draft.constraints === 'left_out' ? { with_constraints: false } : {}),
    ...(historyOf(draft) ?? {
      to: horizon === 'date' ? toInstant(until) : yearsAfter(now, Number(horizon)),
      paths: { seeds: seedsOf(draft) },
    }),
    band: { threshold: scaled(draft.bandPercent, 0.01), band_type: draft.bandType, trigger: draft.bandTrigger },
    ...(hasFlow ? { cash_flow: { amount: numberOf(flowAmount), every: flowEvery } } : {}),
  };
}

/** From the first to the last date that all series have. */
function historyOf({ prices, history }: Pick<LabDraft, 'prices' | 'history'>) {
  if (prices === 'simulated' || history === null) return null;
  return { to: `${history.until}T00:00:00Z`, paths: { import: pricesToRead(history.files) } };
}

/** The result of checking the files. */
export function ownHistory(files: ImportDraft, report: ImportReport): OwnHistory | null {
  if (isOfPortfolios(report)) return null;
  const { series } = report;
  const from =
    series
      .map((each) => each.from)
      .sort()
      .at(-1) ?? '';
  const until = series.map((each) => each.until).sort()[0] ?? '';
  return { files, series: series.length, from, until };
}

/** `1..100`; text that is not a number is passed on, for the service to refuse at its field. */
function seedsOf({ paths, firstSeed }: Pick<LabDraft, 'paths' | 'firstSeed'>): string {
  const first = numberOf(firstSeed);
  const last = first + numberOf(paths) - 1;
  return Number.isNaN(last) ? '' : `${first}..${last}`;
}

/** Portfolios times policies times paths; null if one of them is unknown. */
export function countLives({ portfolios, policies, paths, prices }: LabDraft): number | null {
  const lives = portfolios.length * policies.length * (prices === 'own' ? 1 : numberOf(paths));
  return Number.isNaN(lives) ? null : lives;
}
