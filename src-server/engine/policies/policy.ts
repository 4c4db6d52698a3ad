/**
 * A policy of a portfolio: when Ballast rebalances it by itself, as a client would (decision O6). Its terms are stored
 * in the format of the request, so that clients read what they set.
 */
import type { CALENDAR_INTERVALS, POLICY_CAUSES } from '../../domain/events/event-choices.ts';
import { parseDuration } from '../../domain/numbers/instant.ts';
import { BAND_5_25, type DriftBand } from '../../domain/valuation/drift.ts';
import type { RequestedSettings } from '../planning/requested-settings.ts';

export interface DriftCondition {
  readonly threshold?: number | undefined;
  readonly band_type?: DriftBand['bandType'] | undefined;
  readonly trigger?: DriftBand['trigger'] | undefined;
}

export interface CalendarCondition {
  readonly every: (typeof CALENDAR_INTERVALS)[number];
  readonly day: 'first' | 'last' | number;
  /** `open`, or `open+30m`. */
  readonly at: string;
}

/** Exactly one of the three is set. */
export interface PolicyCondition {
  readonly drift?: DriftCondition | undefined;
  readonly calendar?: CalendarCondition | undefined;
  readonly cash_flow?: Readonly<Record<string, never>> | undefined;
}

export type PolicyCause = (typeof POLICY_CAUSES)[number];

/** Members next to the settings are excluded. */
type SettingName = Exclude<keyof RequestedSettings, 'band_5_25' | 'to'>;

/**
 * Terms of plans that are not requested by a client with every setting: by policies, and by bulk rebalances
 * (decision P6).
 */
export interface PlanTerms {
  readonly settings?: { readonly [K in SettingName]?: RequestedSettings[K] | undefined } | undefined;
  readonly to: 'target' | 'band_edge';
  readonly band_5_25: boolean;
}

export interface PolicyTerms extends PlanTerms {
  readonly when: readonly PolicyCondition[];
  /** Time after an action in which the policy does nothing; left out: none. */
  readonly cooldown?: string | undefined;
  readonly execute: boolean;
}

interface PolicyTrigger {
  readonly atMs: number;
  readonly when: PolicyCause;
  readonly rebalanceId: string;
}

interface PolicySkip {
  readonly atMs: number;
  readonly when: PolicyCause;
  /** `cooldown`, `in_progress`, `below_threshold`, `quota`, or the code with which the service refused. */
  readonly reason: string;
  readonly message: string;
}

/** The policy's state so far. */
export interface PolicyState {
  /** The timer of the next date, when it is due, and the condition it belongs to. */
  readonly calendar: { readonly timerSeq: number; readonly dueMs: number; readonly condition: number } | null;
  /** The timer of a cash flow that was booked while its exchanges were closed. */
  readonly cashFlow: { readonly timerSeq: number; readonly dueMs: number } | null;
  /**
   * It acted on a drift beyond its band and has not observed it inside since: until `retryMs` it does not act on it
   * again.
   */
  readonly isOutside: boolean;
  /** `null`: until no rebalance of the portfolio is in progress. */
  readonly retryMs: number | null;
  readonly triggered: number;
  readonly skipped: number;
  readonly lastTriggered: PolicyTrigger | null;
  readonly lastSkipped: PolicySkip | null;
}

export interface PolicyRecord {
  readonly portfolioId: string;
  readonly setMs: number;
  readonly terms: PolicyTerms;
  readonly state: PolicyState;
}

export const UNTOUCHED: PolicyState = {
  calendar: null,
  cashFlow: null,
  isOutside: false,
  retryMs: null,
  triggered: 0,
  skipped: 0,
  lastTriggered: null,
  lastSkipped: null,
};

/** The service's own defaults (specification 4.2). */
const DEFAULT_THRESHOLD = 0.05;
const DEFAULT_PRECISION = 4;

/** Returns the band of a condition. */
export function triggerBand(terms: PlanTerms, { threshold, band_type, trigger }: DriftCondition): DriftBand {
  if (terms.band_5_25) return BAND_5_25;
  return {
    threshold: threshold ?? DEFAULT_THRESHOLD,
    bandType: band_type ?? 'absolute',
    trigger: trigger ?? 'any_position',
  };
}

/** Returns the requested settings: the terms' own, then the band of the triggering drift, then defaults. */
export function requestedSettings(terms: PlanTerms, drift: DriftCondition | undefined): RequestedSettings {
  const { settings = {}, to, band_5_25: isBand525 } = terms;
  const band = triggerBand(terms, drift ?? {});
  return {
    drift_threshold: settings.drift_threshold ?? band.threshold,
    band_type: settings.band_type ?? band.bandType,
    rebalance_trigger: settings.rebalance_trigger ?? band.trigger,
    cost_budget: settings.cost_budget,
    fractional_precision: settings.fractional_precision ?? DEFAULT_PRECISION,
    // The edge of a band refers to the drift at present exchange rates.
    fx_overlay: settings.fx_overlay ?? to === 'target',
    ...(isBand525 ? { band_5_25: true } : {}),
    ...(to === 'band_edge' ? { to } : {}),
  };
}

/** Returns the threshold of a Form A request; its band is an absolute one of any position. */
export function requestedThresholdA(terms: PlanTerms, drift: DriftCondition | undefined): number {
  const { threshold, bandType, trigger } = triggerBand(terms, drift ?? {});
  const isOfFormA = bandType === 'absolute' && trigger === 'any_position';
  return terms.settings?.drift_threshold ?? (isOfFormA ? threshold : DEFAULT_THRESHOLD);
}

/** Returns the earliest time of the next action. */
export function cooldownEndMs({ terms, state }: PolicyRecord): number {
  const { lastTriggered } = state;
  if (lastTriggered === null) return Number.NEGATIVE_INFINITY;
  return lastTriggered.atMs + (terms.cooldown === undefined ? 0 : (parseDuration(terms.cooldown) ?? 0));
}

/** Returns the delay after the opening, from `open+30m`. */
export function afterOpenMs({ at }: CalendarCondition): number {
  return at === 'open' ? 0 : (parseDuration(at.slice('open+'.length)) ?? 0);
}
