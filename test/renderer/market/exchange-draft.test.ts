/** The settings of an exchange on their way through the form, and their description. */
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src-renderer/api/api-error.ts';
import {
  formatLatency,
  formatLine,
  formatNextChange,
  typicalMs,
} from '../../../src-renderer/components/faults/format-exchange.ts';
import { placeErrors } from '../../../src-renderer/components/forms/place-errors.ts';
import {
  exchangeChange,
  exchangeDraft,
  exchangeUndo,
} from '../../../src-renderer/screens/market/exchanges/exchange-draft.ts';
import { changeExchangeBody, type ExchangeView } from '../../../src-server/contract/control/market/exchange-control.ts';

const SETTINGS: ExchangeView['settings'] = {
  commission: { bps: 1.2, minimum: 2, cap: 99 },
  latency_ms: {
    submit: { min: 10, max: 26 },
    acknowledge: { median: 18, sigma: 0.4, max: 360 },
    report: { fixed: 20 },
  },
  acknowledge_within_ms: 10_000,
  participation: 0.07,
  slice_interval_ms: 5_000,
  lot_size: 0.000001,
  day_end: 'carry',
};

describe('the form of an exchange', () => {
  it('sends nothing while nothing is changed', () => {
    expect(exchangeChange(SETTINGS, exchangeDraft(SETTINGS))).toEqual({});
  });

  it('sends only changes: the commission as a whole, of the latencies the leg alone', () => {
    const draft = exchangeDraft(SETTINGS);
    const submit = { ...draft.latency_ms.submit, shape: 'fixed' as const, fixed: 40 };
    const commission = { ...draft.commission, cap: 50 };
    const changed = { ...draft, commission, participation: 29, latency_ms: { ...draft.latency_ms, submit } };
    const change = exchangeChange(SETTINGS, changed);
    expect(change).toEqual({
      commission: { bps: 1.2, minimum: 2, cap: 50 },
      participation: 0.29,
      latency_ms: { submit: { fixed: 40 } },
    });
    expect(changeExchangeBody.safeParse(change).error).toBeUndefined();
  });

  it('sends an emptied field in a way that the service refuses, so that the old value does not silently remain', () => {
    const change = exchangeChange(SETTINGS, { ...exchangeDraft(SETTINGS), slice_interval_ms: '' });
    expect(changeExchangeBody.safeParse(change).error?.issues.map((issue) => issue.path.join('/'))).toEqual([
      'slice_interval_ms',
    ]);
  });
});

it('undoing a change of settings sends only what was changed', () => {
  const draft = exchangeDraft(SETTINGS);
  const latency = { ...draft.latency_ms.report, fixed: 90 };
  const changed = { ...draft, participation: 29, latency_ms: { ...draft.latency_ms, report: latency } };
  expect(exchangeUndo(SETTINGS, changed)).toEqual({ participation: 0.07, latency_ms: { report: { fixed: 20 } } });
});

describe('an exchange in words', () => {
  const line = {
    since: '2026-03-02T09:30:00.000Z',
    held: false,
    attempts: 5,
    next_attempt_at: '2026-03-02T09:31:02.000Z',
  };

  it('shows since when its connection is down, and when it reconnects or that it is held down', () => {
    const down = { connected: false, line, active_faults: ['ft_1'] };
    expect(formatLine(down)).toBe('down since 09:30:00, reconnection attempt 6 at 09:31:02');
    expect(formatLine({ ...down, active_faults: [] })).toBe('reconnects at 09:31:02, down since 09:30:00');
    expect(formatLine({ ...down, line: { ...line, held: true, next_attempt_at: null } })).toBe(
      'disconnected by you since 09:30:00',
    );
    expect(formatLine({ ...down, connected: true, line: { ...line, since: null } })).toBe('connected');
  });

  it('shows when it closes while it is open, and when it opens otherwise', () => {
    const next = { next_open_at: '2026-03-03T08:00:00.000Z', next_close_at: '2026-03-02T16:30:00.000Z' };
    expect(formatNextChange({ phase: 'open', ...next })).toBe('closes 16:30');
    expect(formatNextChange({ phase: 'closing_auction', ...next })).toBe('opens Tue 08:00');
  });

  it('shows how long messages take, with the usual time of each shape', () => {
    const { submit, acknowledge, report } = SETTINGS.latency_ms;
    expect([submit, acknowledge, report].map(typicalMs)).toEqual([18, 18, 20]);
    expect([submit, acknowledge, report].map(formatLatency)).toEqual([
      '10 to 26 ms',
      'about 18 ms, at most 360 ms',
      'always 20 ms',
    ]);
  });
});

describe('a refusal of the service', () => {
  const error = new ApiError(400, 'invalid_request', 'The request is not valid.', [
    { path: '/commission/minimum', issue: 'is above cap' },
    { path: '/latency_ms/submit/min', issue: 'is above max' },
    { path: '/comet', issue: 'is not a known field' },
  ]);
  const errors = placeErrors(error, ['/commission/minimum', '/latency_ms/submit']);

  it('is at its field, also when the field has several numbers', () => {
    expect(errors.atField.get('/commission/minimum')).toBe('Is above cap.');
    expect(errors.atField.get('/latency_ms/submit')).toBe('Is above max.');
    expect(errors.atField.get('/commission/cap')).toBeUndefined();
  });

  it('is shown once, at the nearest of nested fields', () => {
    const nested = placeErrors(error, ['/latency_ms', '/latency_ms/submit', '/latency_ms/submit/min', '/commission']);
    expect([...nested.atField]).toEqual([
      ['/commission', 'Is above cap.'],
      ['/latency_ms/submit/min', 'Is above max.'],
    ]);
  });

  it('is above the form where no field shows it, and is the message itself where it names no field', () => {
    expect(errors.formErrors).toEqual(['/comet is not a known field.']);
    expect(placeErrors(new ApiError(400, 'invalid_request', 'There are too many.'), []).formErrors).toEqual([
      'There are too many.',
    ]);
    expect(placeErrors(null, []).formErrors).toEqual([]);
  });
});
