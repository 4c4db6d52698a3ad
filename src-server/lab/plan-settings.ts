/** The settings with which a policy plans in the lab: those with which it would ask the service (decisions O6, P3). */
import type { PlanSettings } from '../domain/plan/plan.ts';
import { settingsOfFormA } from '../engine/planning/plan-portfolio-a.ts';
import { toPlanSettings } from '../engine/planning/requested-settings.ts';
import { type DriftCondition, type PolicyTerms, requestedSettings } from '../engine/policies/policy.ts';
import { bandOfFormA } from '../engine/service-calls/service-caller.ts';

/** `drift`: the band that was left, where that is the reason. */
export function planSettingsOf(terms: PolicyTerms, form: 'A' | 'B', drift: DriftCondition | undefined): PlanSettings {
  return form === 'B' ? toPlanSettings(requestedSettings(terms, drift)) : settingsOfFormA(bandOfFormA(terms, drift));
}
