/** A policy as a form draft, its request, and the usual initial ones. Pure. */

import type { PortfolioView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { BOUNDS } from '../../../src-server/contract/fields/number-bounds.ts';
import type { Policy, SetPolicy } from '../../api/activity-api.ts';
import { fieldBounds, type NumberText, numberOf, PERCENT_FIELD, scaled } from '../forms/number-text.ts';
import { omitEmpty } from '../forms/omit-empty.ts';

type Condition = SetPolicy['when'][number];
type Calendar = NonNullable<Condition['calendar']>;
type Drift = NonNullable<Condition['drift']>;
/** The parts of a policy that the form reads. */
type Terms = Pick<Policy, 'when' | 'cooldown' | 'settings' | 'to' | 'execute' | 'band_5_25'>;

export type Reason = keyof Condition;
/** For a position, in percent of the portfolio or of its target; or for the portfolio as a whole. */
export type Band = 'absolute' | 'relative' | 'portfolio';

/** One condition for a rebalance; the values of the other kinds are retained while another one is chosen. */
export interface ConditionDraft {
  /** Id of the form's row. */
  readonly id: number;
  readonly reason: Reason;
  readonly every: Calendar['every'];
  /** `first`, `last`, or a day from 1 to 28. */
  readonly day: string;
  /** `open`, or `open+30m`; empty: the service's default. */
  readonly at: string;
  readonly band: Band;
  /** Percent. */
  readonly threshold: NumberText;
}

export interface PolicyDraft {
  readonly when: readonly ConditionDraft[];
  /** Whether the 5/25 band replaces the bands of the conditions. */
  readonly is525: boolean;
  /** A duration such as `30d`; empty: none. */
  readonly cooldown: string;
  readonly to: NonNullable<SetPolicy['to']>;
  /** Percent; empty: the threshold of the triggering drift, or 5. */
  readonly tradedBeyond: NumberText;
  readonly execute: boolean;
}

/** When a policy rebalances, and how; not whether it executes its plans. */
export type PolicyTerms = Omit<PolicyDraft, 'execute'>;

export const MAX_CONDITIONS = 10;
/** The minimum that a plan accepts. On a date or with a cash flow, as much as possible is to be traded. */
export const NARROWEST_PERCENT = fieldBounds(BOUNDS.driftThreshold, PERCENT_FIELD).min;

const BASE_CONDITION: Omit<ConditionDraft, 'id'> = {
  reason: 'calendar',
  every: 'quarter',
  day: 'first',
  at: 'open+30m',
  band: 'absolute',
  threshold: 5,
};

/** A further row, with an id of its own. */
export function newCondition(
  when: readonly ConditionDraft[],
  terms: Partial<Omit<ConditionDraft, 'id'>> = {},
): ConditionDraft {
  return { ...BASE_CONDITION, ...terms, id: Math.max(0, ...when.map(({ id }) => id)) + 1 };
}

function policyOf(
  condition: Partial<Omit<ConditionDraft, 'id'>>,
  terms: Partial<Omit<PolicyTerms, 'when'>> = {},
): PolicyTerms {
  const usual = { is525: false, cooldown: '', to: 'target', tradedBeyond: '' } as const;
  return { ...usual, ...terms, when: [newCondition([], condition)] };
}

/** A condition that is due regardless of drift. */
function dueOf(condition: Partial<Omit<ConditionDraft, 'id'>>): PolicyTerms {
  return policyOf(condition, { tradedBeyond: NARROWEST_PERCENT });
}

interface Preset {
  readonly label: string;
  readonly draft: PolicyTerms;
}

export const PRESETS: readonly Preset[] = [
  {
    label: 'Monthly',
    draft: dueOf({ every: 'month' }),
  },
  {
    label: 'Quarterly',
    draft: dueOf({ every: 'quarter' }),
  },
  {
    label: '5 % bands',
    draft: policyOf({ reason: 'drift' }, { cooldown: '30d' }),
  },
  {
    label: '5/25',
    draft: policyOf({ reason: 'drift' }, { cooldown: '30d', is525: true }),
  },
  {
    label: 'After each cash flow',
    draft: dueOf({ reason: 'cash_flow' }),
  },
];

export const NEW_TERMS: PolicyTerms = dueOf({ every: 'quarter' });

/** Where a person approves each plan, a policy executes only if that person switches it on. */
export function newPolicy(form: PortfolioView['form']): PolicyDraft {
  return { ...NEW_TERMS, execute: form === 'A' };
}

export function draftOf({ when, band_5_25: is525, cooldown = '', to, settings = {}, execute }: Terms): PolicyDraft {
  const { drift_threshold: threshold } = settings;
  const tradedBeyond = threshold === undefined ? '' : percentOf(threshold);
  return { when: when.map(conditionDraftOf), is525, cooldown, to, tradedBeyond, execute };
}

function conditionDraftOf({ calendar, drift, cash_flow: cashFlow }: Terms['when'][number], index: number) {
  return {
    ...BASE_CONDITION,
    id: index + 1,
    ...(cashFlow === undefined ? {} : { reason: 'cash_flow' as const }),
    ...(calendar === undefined ? {} : { ...calendar, reason: 'calendar' as const, day: String(calendar.day) }),
    ...(drift === undefined ? {} : { ...bandOf(drift), reason: 'drift' as const }),
  };
}

/** Settings that the form does not show stay as they are. The 5/25 band is the whole band, also for plans. */
export function policyBody(draft: PolicyDraft, settings: Policy['settings']): SetPolicy {
  const { when, is525, cooldown, to, tradedBeyond, execute } = draft;
  const { drift_threshold: _, ...others } = settings ?? {};
  const threshold = is525 || tradedBeyond === '' ? {} : { drift_threshold: scaled(tradedBeyond, 0.01) };
  const all = { ...others, ...threshold };
  return {
    when: when.map((condition) => conditionBody(condition, is525)),
    to,
    execute,
    band_5_25: is525,
    ...omitEmpty({ cooldown: cooldown.trim(), settings: Object.keys(all).length === 0 ? undefined : all }),
  };
}

function conditionBody({ reason, every, day, at, band, threshold }: ConditionDraft, is525: boolean): Condition {
  if (reason === 'calendar') return { calendar: { every, day: dayOf(day), ...omitEmpty({ at }) } };
  if (reason === 'cash_flow') return { cash_flow: {} };
  if (is525) return { drift: {} };
  const share = numberOf(threshold) / 100;
  if (band === 'portfolio') return { drift: { threshold: share, trigger: 'portfolio' } };
  return { drift: { threshold: share, band_type: band } };
}

function bandOf({ threshold = 0.05, trigger, band_type = 'absolute' }: Drift) {
  const band: Band = trigger === 'portfolio' ? 'portfolio' : band_type;
  return { band, threshold: percentOf(threshold) };
}

/** A share of 1 in percent, without floating-point noise. */
function percentOf(share: number): number {
  return Math.round(share * 1e6) / 1e4;
}

function dayOf(day: string): NonNullable<Calendar['day']> {
  return day === 'first' || day === 'last' ? day : Number(day);
}
