/** Finds contradictions in the terms of a policy, with pointers into them (decision O6). */
import { isDeepStrictEqual } from 'node:util';
import type { ValidationIssue } from '../outcome.ts';
import { type PlanTerms, type PolicyTerms, requestedSettings, triggerBand } from './policy.ts';

/** Without issues, the policy can be executed for a portfolio of this form. */
export function validatePolicy(terms: PolicyTerms, form: 'A' | 'B'): ValidationIssue[] {
  return [
    ...repeatedConditions(terms),
    ...(terms.band_5_25 ? bandIssues(terms) : thresholdIssues(terms)),
    ...(terms.to === 'band_edge' ? edgeIssues(terms) : []),
    ...(form === 'A' ? formAIssues(terms) : []),
  ];
}

/** Returns contradictions in the terms of plans that no condition of a policy triggers. */
export function planTermsIssues(terms: PlanTerms): ValidationIssue[] {
  const unconditional = { ...terms, when: [{}] };
  return [
    ...(terms.band_5_25 ? bandIssues(unconditional) : []),
    ...(terms.to === 'band_edge' ? edgeIssues(unconditional) : []),
  ];
}

type ConditionalTerms = PlanTerms & Pick<PolicyTerms, 'when'>;

function* repeatedConditions({ when }: PolicyTerms): Generator<ValidationIssue> {
  for (const [index, condition] of when.entries()) {
    const first = when.findIndex((other) => isDeepStrictEqual(other, condition));
    if (first < index) yield { path: `/when/${index}`, issue: 'repeats an earlier condition' };
  }
}

/** `band_5_25` excludes any other setting of the band. */
function* bandIssues({ when, settings = {} }: ConditionalTerms): Generator<ValidationIssue> {
  const issue = 'cannot be combined with band_5_25, which sets the band';
  for (const [index, { drift = {} }] of when.entries()) {
    for (const name of ['threshold', 'band_type', 'trigger'] as const) {
      if (drift[name] !== undefined) yield { path: `/when/${index}/drift/${name}`, issue };
    }
  }
  for (const name of ['drift_threshold', 'band_type', 'rebalance_trigger'] as const) {
    if (settings[name] !== undefined) yield { path: `/settings/${name}`, issue };
  }
}

/** A plan with a wider band than the one that triggered it would be refused each time. */
function* thresholdIssues(terms: PolicyTerms): Generator<ValidationIssue> {
  const requested = terms.settings?.drift_threshold;
  if (requested === undefined) return;
  for (const [index, { drift }] of terms.when.entries()) {
    if (drift === undefined) continue;
    const { threshold, bandType, trigger } = triggerBand(terms, drift);
    const { band_type, rebalance_trigger } = requestedSettings(terms, drift);
    if (band_type !== bandType || rebalance_trigger !== trigger || requested <= threshold) continue;
    yield {
      path: '/settings/drift_threshold',
      issue: `is more than the threshold of /when/${index}/drift, ${threshold}, so its plans would be refused`,
    };
  }
}

/** The edge of a band refers to a position, at present exchange rates. */
function* edgeIssues(terms: ConditionalTerms): Generator<ValidationIssue> {
  const isOfPortfolio = terms.when.some(
    ({ drift }) => requestedSettings(terms, drift).rebalance_trigger === 'portfolio',
  );
  if (isOfPortfolio)
    yield {
      path: '/to',
      issue: 'cannot be combined with a band of the whole portfolio, because positions then have no edge',
    };
  if (terms.settings?.fx_overlay === true) {
    yield {
      path: '/settings/fx_overlay',
      issue: 'cannot be combined with to: band_edge, which is measured at current exchange rates',
    };
  }
}

/** Returns issues of settings that have no Form A parameter. */
export function* formAIssues({ settings = {} }: Pick<PlanTerms, 'settings'>): Generator<ValidationIssue> {
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined || name === 'drift_threshold') continue;
    yield { path: `/settings/${name}`, issue: 'is not a parameter of Form A, the form of the portfolio' };
  }
}
