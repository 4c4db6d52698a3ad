/** The settings with which a policy plans in the lab: those with which it would ask the service (decisions O6, P3). */
import type { PlanSettings } from '../domain/plan/plan.ts';
import { settingsOfFormA } from '../engine/planning/plan-portfolio-a.ts';
import { toPlanSettings } from '../engine/planning/requested-settings.ts';
import {
  type DriftCondition,
  type PolicyTerms,
  requestedSettings,
  requestedThresholdA,
} from '../engine/policies/policy.ts';

/** `drift`: the band that was left, where that is the reason. */
export function planSettingsOf(terms: PolicyTerms, form: 'A' | 'B', drift: DriftCondition | undefined): PlanSettings {
  const asked = requestedSettings(terms, drift);
  if (form === 'B') return toPlanSettings(asked);
  return settingsOfFormA({
    drift_threshold: requestedThresholdA(terms, drift),
    ...(asked.band_5_25 === undefined ? {} : { band_5_25: asked.band_5_25 }),
    ...(asked.to === undefined ? {} : { to: asked.to }),
  });
}
