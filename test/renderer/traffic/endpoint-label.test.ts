/** An endpoint and its waiting deliveries, in words. */
import { describe, expect, it } from 'vitest';
import {
  formatResume,
  formatStanding,
  formatWaitsFor,
  isFailing,
} from '../../../src-renderer/components/webhooks/endpoint-label.ts';

const SINCE = '2026-03-02T09:30:00.000Z';

describe('an endpoint in words', () => {
  it('shows why it receives nothing', () => {
    const disabled = { status: 'disabled', failing_since: null } as const;
    expect(formatStanding({ ...disabled, disabled_reason: 'gone' })).toBe('it responded 410');
    expect(formatStanding({ ...disabled, disabled_reason: 'failing' })).toBe('it failed for 120 h');
  });

  it('shows since when it fails, and nothing where the status is sufficient', () => {
    const enabled = { status: 'enabled', disabled_reason: null } as const;
    expect(formatStanding({ ...enabled, failing_since: SINCE })).toBe('since 03-02\u00a009:30');
    expect(isFailing({ ...enabled, failing_since: SINCE })).toBe(true);
    expect(isFailing({ status: 'paused', failing_since: SINCE })).toBe(false);
    const paused = { status: 'paused', disabled_reason: null, failing_since: SINCE } as const;
    expect(formatStanding(paused)).toBe('deliveries wait; failing since 03-02\u00a009:30');
    expect(formatStanding({ ...enabled, failing_since: null })).toBeNull();
  });

  it('explains resuming by the reason of the stop', () => {
    expect(formatResume({ status: 'paused' })).toMatch(/waiting deliveries are sent at once/);
    expect(formatResume({ status: 'disabled' })).toMatch(/from now on/);
  });

  it('shows what a pending delivery waits for, with the instant of its retry', () => {
    expect(formatWaitsFor('retry', SINCE)).toBe('for its retry at 2026-03-02\u00a009:30:00 virtual UTC');
    expect(formatWaitsFor('earlier_delivery', null)).toMatch(/earlier delivery/);
    expect(formatWaitsFor(null, null)).toBeNull();
  });
});
