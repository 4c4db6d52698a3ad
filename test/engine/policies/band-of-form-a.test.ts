/**
 * The settings of a policy for Form A, whose requests have only a threshold, and further ones that the service itself
 * uses.
 */
import { expect, test } from 'vitest';
import { bandOfFormA } from '../../../src-server/engine/service-calls/service-caller.ts';
import { proves } from '../../conformance/proves.ts';

const TERMS = { to: 'target', band_5_25: false } as const;

test('a band of 5/25 and the edge of a band are added if the policy has them', proves('O6.6'), () => {
  expect(bandOfFormA(TERMS)).toEqual({ drift_threshold: 0.05 });
  expect(bandOfFormA({ ...TERMS, band_5_25: true })).toMatchObject({ band_5_25: true });
  expect(bandOfFormA({ ...TERMS, to: 'band_edge' })).toEqual({ drift_threshold: 0.05, to: 'band_edge' });
  expect(bandOfFormA({ ...TERMS, settings: { drift_threshold: 0.02 } })).toEqual({ drift_threshold: 0.02 });
});

test('its threshold is that of the condition if that is a band of Form A', proves('O6.6'), () => {
  expect(bandOfFormA(TERMS, { threshold: 0.03 })).toEqual({ drift_threshold: 0.03 });
  expect(bandOfFormA(TERMS, { threshold: 0.03, trigger: 'portfolio' })).toEqual({ drift_threshold: 0.05 });
});
