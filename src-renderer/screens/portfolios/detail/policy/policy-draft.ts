/** A policy as the form has it, as it is sent, and the usual ones to begin with. Pure. */
import type { Policy, SetPolicy } from '../../../../api/activity-api.ts';
import { type NumberText, numberOf } from '../../../../components/forms/number-text.ts';

type Condition = SetPolicy['when'][number];
type Calendar = NonNullable<Condition['calendar']>;
type Drift = NonNullable<Condition['drift']>;
/** What of a policy the form reads. */
type Terms = Pick<Policy, 'when' | 'cooldown' | 'settings' | 'to' | 'execute' | 'band_5_25'>;

export type Band = 'none' | 'absolute' | 'relative' | 'portfolio' | '5_25';

export interface PolicyDraft {
  readonly every: 'never' | Calendar['every'];
  /** `first`, `last`, or a day from 1 to 28. */
  readonly day: string;
  readonly at: string;
  readonly band: Band;
  /** Percent. */
  readonly threshold: NumberText;
  readonly withCashFlows: boolean;
  /** Days; empty: none. */
  readonly cooldown: NumberText;
  readonly to: NonNullable<SetPolicy['to']>;
  readonly execute: boolean;
}

const BASE: PolicyDraft = {
  ...{ every: 'never', day: 'first', at: 'open+30m', band: 'none', threshold: 5, withCashFlows: false },
  ...{ cooldown: '', to: 'target', execute: true },
};

export interface Preset {
  readonly label: string;
  readonly meaning: string;
  readonly draft: PolicyDraft;
}

export const PRESETS: readonly Preset[] = [
  {
    label: 'Monthly',
    meaning: 'On the first open day of every month.',
    draft: { ...BASE, every: 'month' },
  },
  {
    label: 'Quarterly',
    meaning: 'On the first open day of every quarter.',
    draft: { ...BASE, every: 'quarter' },
  },
  {
    label: '5 % bands',
    meaning: 'When a position is more than 5 % of the portfolio away from its target, once a month at most.',
    draft: { ...BASE, band: 'absolute', cooldown: 30 },
  },
  {
    label: '5/25',
    meaning: 'At 5 % of the portfolio or a quarter of the target, whichever is less, once a month at most.',
    draft: { ...BASE, band: '5_25', cooldown: 30 },
  },
  {
    label: 'With the cash flows',
    meaning: 'Whenever money comes or goes.',
    draft: { ...BASE, withCashFlows: true },
  },
];

export const NEW_POLICY: PolicyDraft = { ...BASE, every: 'quarter' };

/** Draws several bands or dates as the first of them: the form has one of each. */
export function draftOf(policy: Terms): PolicyDraft {
  const calendar = policy.when.find((each) => each.calendar !== undefined)?.calendar;
  const drift = policy.when.find((each) => each.drift !== undefined)?.drift;
  return {
    every: calendar?.every ?? 'never',
    day: String(calendar?.day ?? 'first'),
    at: calendar?.at ?? 'open+30m',
    band: drift === undefined ? 'none' : bandOf(policy, drift),
    threshold: Math.round((drift?.threshold ?? 0.05) * 1e6) / 1e4,
    withCashFlows: policy.when.some((each) => each.cash_flow !== undefined),
    cooldown: daysOf(policy.cooldown),
    to: policy.to,
    execute: policy.execute,
  };
}

/** Whether the form shows all of a policy: saving it unchanged would lose nothing. */
export function isShownWhole(policy: Terms): boolean {
  const saved = policyBody(draftOf(policy), policy.settings);
  return saved.when.length === policy.when.length && saved.cooldown === policy.cooldown;
}

/** Settings that the form does not show stay as they are. */
export function policyBody(draft: PolicyDraft, settings: Policy['settings']): SetPolicy {
  const { every, day, at, band, threshold, withCashFlows, cooldown, to, execute } = draft;
  const when: Condition[] = [];
  if (every !== 'never') when.push({ calendar: { every, day: dayOf(day), at } });
  if (band !== 'none') when.push({ drift: band === '5_25' ? {} : driftOf(band, numberOf(threshold) / 100) });
  if (withCashFlows) when.push({ cash_flow: {} });
  return {
    ...{ when, to, execute, band_5_25: band === '5_25' },
    ...(cooldown === '' ? {} : { cooldown: `${cooldown}d` }),
    ...(settings === undefined ? {} : { settings }),
  };
}

function driftOf(band: Exclude<Band, 'none' | '5_25'>, threshold: number): Drift {
  if (band === 'portfolio') return { threshold, trigger: 'portfolio' };
  return { threshold, band_type: band };
}

function bandOf(policy: Terms, drift: Drift): Band {
  if (policy.band_5_25) return '5_25';
  return drift.trigger === 'portfolio' ? 'portfolio' : (drift.band_type ?? 'absolute');
}

function dayOf(day: string): NonNullable<Calendar['day']> {
  return day === 'first' || day === 'last' ? day : Number(day);
}

/** Of `30d`; another duration is not shown as days. */
function daysOf(cooldown: string | undefined): NumberText {
  const days = /^(\d+)d$/.exec(cooldown ?? '')?.[1];
  return days === undefined ? '' : Number(days);
}
