/** Which terms of a policy contradict themselves: a plan whose band is wider than the one that triggers it. */
import { describe, expect, test } from 'vitest';
import type { DriftCondition, PolicyTerms } from '../../../src-server/engine/policies/policy.ts';
import { validatePolicy } from '../../../src-server/engine/policies/validate-policy.ts';
import { proves } from '../../conformance/proves.ts';

const OF_POSITIONS = { threshold: 0.05, band_type: 'absolute', trigger: 'any_position' } as const;

function pathsOf(drift: DriftCondition, settings: PolicyTerms['settings']): string[] {
  const terms: PolicyTerms = { when: [{ drift }], settings, to: 'target', band_5_25: false, execute: true };
  return validatePolicy(terms, 'B').map(({ path }) => path);
}

describe('settings with a wider band than the drift that triggers', () => {
  test('are refused if both are bands of the same kind and trigger', proves('O6.11'), () => {
    expect(pathsOf(OF_POSITIONS, { drift_threshold: 0.06 })).toEqual(['/settings/drift_threshold']);
    expect(pathsOf({ ...OF_POSITIONS, band_type: 'relative' }, { drift_threshold: 0.06 })).toHaveLength(1);
    expect(pathsOf({ ...OF_POSITIONS, trigger: 'portfolio' }, { drift_threshold: 0.06 })).toHaveLength(1);
    expect(pathsOf(OF_POSITIONS, { drift_threshold: 0.05 })).toEqual([]);
  });

  test('are accepted if theirs is a band of another kind', proves('O6.11'), () => {
    expect(pathsOf(OF_POSITIONS, { drift_threshold: 0.25, band_type: 'relative' })).toEqual([]);
  });

  test('are accepted if theirs has another trigger', proves('O6.11'), () => {
    expect(pathsOf(OF_POSITIONS, { drift_threshold: 0.06, rebalance_trigger: 'portfolio' })).toEqual([]);
  });
});
