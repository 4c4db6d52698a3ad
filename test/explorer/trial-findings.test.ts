/** Tests the verdicts of the explorer (decision Q3), each with similar cases that are allowed. */
import { describe, expect, test } from 'vitest';
import { OPERATION_NAMES } from '../../src-server/contract/service/operation-names.ts';
import { remedyOf } from '../../src-server/explorer/remedy.ts';
import { findingsOf } from '../../src-server/explorer/trial-findings.ts';
import type {
  Intent,
  TrialAttempt,
  TrialFault,
  TrialRecord,
  TrialRequest,
} from '../../src-server/explorer/trial-record.ts';
import { RULES } from '../../src-server/explorer/verdict.ts';
import { trialRequest } from '../../src-server/runner/explorer/collect-trial.ts';
import { proves } from '../conformance/proves.ts';
import { journalRecord } from '../store/journal-records.ts';

const INTENT: Intent = {
  name: 'pension (A) to DE0007164600 1',
  carriedOut: 1,
  status: 'complete',
  drift: 0.002,
  band: 0.05,
};
const START: TrialRequest = {
  operation: 'startRebalance',
  method: 'POST',
  path: '/portfolios/pf_1/rebalance',
  idempotencyKey: 'k',
  content: '',
  keyMisuse: null,
  receivedMs: 0,
  respondedMs: 2,
  status: 202,
  code: null,
  faultyPlaces: [],
  retryAfterS: null,
  fault: null,
};
const READ: TrialRequest = {
  ...START,
  operation: 'getRebalanceA',
  method: 'GET',
  path: '/rebalances/rb_1',
  idempotencyKey: null,
  status: 200,
};
const FILLED: TrialAttempt = { eventId: 'e', type: 'order.filled', sentMs: 5, status: 204, injected: null };
const SOUND: TrialRecord = {
  end: { how: 'exited', code: 0 },
  requests: [START, { ...READ, receivedMs: 10, respondedMs: 11 }],
  attempts: [FILLED],
  intents: [INTENT],
  faults: [],
  exchanges: ['XETR'],
  hasOwnReceiver: false,
  brokenInvariants: [],
  isCheckSound: null,
};

const exited = (code: number) => ({ end: { how: 'exited', code } }) as const;
const fault = (more: Partial<TrialFault> = {}) => ({
  faults: [
    { faultId: 'f', kind: 'api_connection_reset', text: 'its answer is lost', isTransient: true, hits: 1, ...more },
  ],
});
const hit = (request: TrialRequest, more: Partial<TrialRequest> = {}): TrialRequest => ({
  ...request,
  status: null,
  fault: { faultId: 'f', kind: 'api_connection_reset', isProcessed: true },
  ...more,
});
const found = (change: Partial<TrialRecord>, sound: Partial<TrialRecord> = {}) =>
  findingsOf({ ...SOUND, ...sound }, { ...SOUND, ...change }, { storm: 20, timeoutMs: 30_000 });
const rules = (change: Partial<TrialRecord>, sound: Partial<TrialRecord> = {}) =>
  found(change, sound).map(({ rule }) => rule);

test.each(['{"quantity": 1e400}', '[1e400]', '{"a": "\\ud800"}', '{"a"', ''])(
  'a request with the body %s has a content',
  (requestBody) => {
    expect(trialRequest(journalRecord(1, { requestBody }), new Map()).content).toMatch(/^[0-9a-f]{16}$/);
  },
);

test('the run without faults has no findings', () => {
  expect(found({})).toEqual([]);
});

describe('wrong', () => {
  test('is a client that executes an intent twice instead of once, whatever its exit code', () => {
    const intents = [{ ...INTENT, carriedOut: 2 }];
    expect(found({ intents })).toEqual([
      {
        rule: 'duplicate_execution',
        text: 'pension (A) to DE0007164600 1 was executed twice, and once without faults.',
        subject: INTENT.name,
        request: null,
      },
    ]);
    for (const code of [75, 1]) expect(rules({ intents, ...exited(code) })).toEqual(['duplicate_execution']);
    // Twice on purpose, and a second attempt after one that failed.
    expect(rules({ intents }, { intents })).toEqual([]);
    expect(rules({ intents: [{ ...INTENT, carriedOut: 0, status: 'failed' }], ...exited(75) })).toEqual([]);
  });

  test('is a client that reports success although its intent ended differently', () => {
    const ends: readonly [Partial<Intent>, string][] = [
      [{ status: 'partially_filled' }, 'is left partially filled. Without faults it completes'],
      [{ status: 'failed', carriedOut: 0 }, 'fails. Without faults it completes'],
      [{ drift: 0.081 }, 'leaves the portfolio 8.10 % away from its targets, more than the allowed 5.00 %'],
    ];
    for (const [change, text] of ends) {
      const intents = [{ ...INTENT, ...change }];
      expect(found({ intents })).toMatchObject([
        { rule: 'another_end', text: `The client reports success, but the rebalance of ${INTENT.name} ${text}.` },
      ]);
      // It reported failure.
      for (const code of [75, 1]) expect(rules({ intents, ...exited(code) })).toEqual([]);
    }
    expect(rules({ intents: [] })).toEqual(['another_end']);
    expect(rules({ intents: [INTENT, { ...INTENT, name: 'other' }] })).toEqual(['another_end']);
    // Prices at other instants, within the band; and outside the band without faults, too.
    expect(rules({ intents: [{ ...INTENT, drift: 0.049 }] })).toEqual([]);
    expect(rules({ intents: [{ ...INTENT, drift: 0.09 }] }, { intents: [{ ...INTENT, drift: 0.08 }] })).toEqual([]);
  });

  test.each(['webhook_bad_signature', 'webhook_wrong_secret', 'webhook_stale_timestamp'])(
    'is a client that accepts a webhook with %s',
    (injected) => {
      expect(rules({ attempts: [{ ...FILLED, injected }, FILLED] })).toEqual(['took_forged_webhook']);
      for (const status of [401, 400, 500, null])
        expect(rules({ attempts: [{ ...FILLED, injected, status }, FILLED] })).toEqual([]);
    },
  );

  test('is not a client that accepts a valid webhook late, twice, out of order or again', () => {
    for (const injected of ['webhook_delay', 'webhook_duplicate', 'webhook_reorder', 'webhook_lost_acknowledgement'])
      expect(rules({ attempts: [{ ...FILLED, injected }, FILLED] })).toEqual([]);
  });

  test('is a client that confirms, by its exit code or its response to a webhook, something that the check does not find', () => {
    expect(rules({ isCheckSound: false }, { isCheckSound: true })).toEqual(['failed_check']);
    expect(rules({ isCheckSound: true }, { isCheckSound: true })).toEqual([]);
    const attempts = [{ ...FILLED, status: 503 }];
    expect(rules({ isCheckSound: false, attempts }, { isCheckSound: true })).toEqual(['failed_check']);
    expect(rules({ isCheckSound: false, ...exited(75) }, { isCheckSound: true })).toEqual(['failed_check']);
    // A client that reports failure may lose a webhook that it did not acknowledge.
    expect(rules({ isCheckSound: false, attempts, ...exited(75) }, { isCheckSound: true })).toEqual([]);
  });

  test('is a client that breaks an invariant of the project', () => {
    expect(found({ brokenInvariants: [{ title: 'one portfolio', failure: 'there are 2' }] })).toMatchObject([
      { rule: 'broken_invariant', text: 'one portfolio: there are 2', subject: 'one portfolio' },
    ]);
  });
});

describe('misbehaving', () => {
  const limited = { ...START, status: 429, code: 'rate_limit', retryAfterS: 1, respondedMs: 100 };
  const again = (receivedMs: number, more: Partial<TrialRequest> = {}) => ({
    requests: [limited, { ...START, receivedMs, respondedMs: receivedMs + 2, ...more }],
  });

  test('is a client that repeats a request before Retry-After is over', () => {
    expect(found(again(300))).toEqual([
      {
        rule: 'early_retry',
        text: 'The client repeated startRebalance 200 ms after the response; Retry-After was 1 s.',
        subject: 'startRebalance',
        request: 1,
      },
    ]);
    for (const receivedMs of [1000, 1100, 5000]) expect(rules(again(receivedMs))).toEqual([]);
    // Sent before the response, another request, or without the header.
    expect(rules(again(50))).toEqual([]);
    expect(rules(again(300, { path: '/portfolios/pf_2/rebalance' }))).toEqual([]);
    // In Form B the requests for two portfolios differ in their bodies alone.
    expect(rules(again(300, { content: 'of another portfolio' }))).toEqual([]);
    const bare = { ...limited, retryAfterS: null };
    expect(rules({ requests: [bare, { ...START, receivedMs: 300, respondedMs: 302 }] })).toEqual([]);
  });

  test('is no client that sends the same with another key to another portfolio', proves('Q3.3'), () => {
    const contentOf = (body: object) =>
      trialRequest(journalRecord(1, { requestBody: JSON.stringify(body) }), new Map()).content;
    const one = contentOf({ portfolio_id: 'pf_1', cost_budget_bps: 5, idempotency_key: 'a' });
    expect(contentOf({ cost_budget_bps: 5, idempotency_key: 'b', portfolio_id: 'pf_1' })).toBe(one);
    expect(contentOf({ portfolio_id: 'pf_2', cost_budget_bps: 5, idempotency_key: 'a' })).not.toBe(one);
  });

  const polls = (count: number, everyMs: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...READ,
      receivedMs: index * everyMs,
      respondedMs: index * everyMs,
    }));

  test('is a client that sends more requests in a second than the limit', () => {
    expect(found({ requests: polls(40, 10) })).toMatchObject([{ rule: 'storm', subject: 'getRebalanceA', request: 0 }]);
    expect(rules({ requests: polls(20, 10) })).toEqual([]);
    expect(rules({ requests: polls(200, 50) })).toEqual([]);
    // As busy without faults.
    expect(rules({ requests: polls(40, 10) }, { requests: polls(30, 10) })).toEqual([]);
  });

  test('is a client that sends forbidden requests only under faults', () => {
    const refused = { ...START, status: 400, code: 'invalid_request', faultyPlaces: ['/target_weights'] };
    expect(found({ requests: [START, refused, refused] })).toMatchObject([
      { rule: 'forbidden_request', request: 1, text: expect.stringContaining('forbids at /target_weights') },
    ]);
    expect(rules({ requests: [refused] }, { requests: [refused] })).toEqual([]);
    const injected = { faultId: 'f', kind: 'api_error', isProcessed: false };
    expect(rules({ requests: [{ ...refused, fault: injected }] })).toEqual([]);
    expect(rules({ requests: [{ ...refused, status: 409, code: 'already_executing' }] })).toEqual([]);
    // A plan that has ended is refused as invalid, too, because of its state and not because of the request.
    expect(rules({ requests: [{ ...refused, faultyPlaces: [] }] })).toEqual([]);
  });

  test('is a client that never exits, idle or busy', () => {
    expect(found({ end: { how: 'timed_out' } })).toMatchObject([{ rule: 'never_ends', request: 1 }]);
    expect(found({ end: { how: 'timed_out' }, requests: [] })).toMatchObject([{ rule: 'never_ends', request: null }]);
    // It did not report success, so its outcome is not checked.
    const unfinished = [{ ...INTENT, status: 'executing' as const }];
    expect(rules({ end: { how: 'timed_out' }, intents: unfinished })).toEqual(['never_ends']);
  });

  test('is not a client that keeps working and runs out of time because faults delayed it', () => {
    const hang = { faultId: 'f', kind: 'api_hang', isProcessed: false };
    const hangs = (count: number) => [
      ...Array.from({ length: count }, (_, index) =>
        hit(READ, { receivedMs: index * 2000, respondedMs: index * 2000 + 1500, fault: hang }),
      ),
      { ...READ, receivedMs: 29_000, respondedMs: 29_001 },
    ];
    const late = { end: { how: 'timed_out' } } as const;
    expect(rules({ ...late, requests: hangs(6) })).toEqual([]);
    expect(rules({ ...late, requests: hangs(4) })).toEqual(['never_ends']);
    // Concurrent delays count once.
    const together = Array.from({ length: 6 }, () => hit(READ, { receivedMs: 0, respondedMs: 1500, fault: hang }));
    expect(rules({ ...late, requests: [...together, ...hangs(1)] })).toEqual(['never_ends']);
    // It waits without a timeout.
    expect(
      rules({ ...late, requests: [START, hit(READ, { receivedMs: 10, respondedMs: 30_000, fault: hang })] }),
    ).toEqual(['never_ends']);
    const limited = { ...READ, receivedMs: 10, respondedMs: 11, status: 429 };
    expect(rules({ ...late, requests: [{ ...limited, retryAfterS: 60 }] })).toEqual([]);
    expect(rules({ ...late, requests: [{ ...limited, retryAfterS: 1 }] })).toEqual(['never_ends']);
  });
});

describe('weak', () => {
  test('is a client that crashes or gives up under a single transient fault', () => {
    const requests = [hit(START)];
    expect(found({ ...fault(), requests, ...exited(1) })).toEqual([
      {
        rule: 'crashed',
        text: 'The client ended with code 1 after a single fault: its answer is lost.',
        subject: 'startRebalance',
        request: 0,
      },
    ]);
    expect(rules({ ...fault(), requests, end: { how: 'killed', signal: 'SIGSEGV' } })).toEqual(['crashed']);
    expect(rules({ ...fault(), requests, ...exited(75) })).toEqual(['gave_up']);
    expect(rules({ ...fault(), requests })).toEqual([]);
  });

  test(
    'is a client that sends another request with the key of an accepted one, with or without faults',
    proves('Q3.3'),
    () => {
      const keyMisuse = '/drift_threshold (0.05, now 0.2)';
      const requests = [START, { ...START, receivedMs: 9, keyMisuse }, { ...START, receivedMs: 12, keyMisuse }];
      const finding = {
        rule: 'reused_key',
        text: `The client sent startRebalance with the idempotency key of another request and got that request’s response: ${keyMisuse}.`,
        subject: 'startRebalance',
        request: 1,
      };
      expect(found({ ...fault(), requests })).toEqual([finding]);
      expect(found({ ...fault({ isTransient: false }), requests, ...exited(75) })).toEqual([finding]);
      expect(found({ requests }, { requests })).toEqual([finding]);
      // A breach that occurs without faults, too, is reported once, and a retry is none.
      expect(rules({ ...fault(), requests }, { requests })).toEqual([]);
      expect(rules({ ...fault(), requests: [START, { ...START, receivedMs: 9 }] })).toEqual([]);
    },
  );

  test('is not a client under several or lasting faults, or under one that never hit it', () => {
    for (const code of [75, 1]) {
      expect(rules({ ...fault({ isTransient: false }), ...exited(code) })).toEqual([]);
      expect(rules({ ...fault({ hits: 0 }), ...exited(code) })).toEqual([]);
      const two = { faults: [...fault().faults, ...fault({ faultId: 'g' }).faults] };
      expect(rules({ ...two, ...exited(code) })).toEqual([]);
    }
  });

  test('is not a client that gives up when no client could know the outcome of a request', () => {
    const create = { ...START, operation: 'createPortfolio' as const, path: '/portfolios', idempotencyKey: null };
    const given = { ...fault(), ...exited(75) };
    expect(rules({ ...given, requests: [hit(create)] })).toEqual([]);
    expect(
      rules({
        ...given,
        requests: [hit(create, { status: 200, fault: { faultId: 'f', kind: 'api_empty_answer', isProcessed: true } })],
      }),
    ).toEqual([]);
    // A key makes a retry safe, and a client without a key could have sent one; a read is always safe; an error says
    // that nothing happened; a crash is no decision.
    for (const idempotencyKey of ['k', null])
      expect(rules({ ...given, requests: [hit({ ...START, idempotencyKey })] })).toEqual(['gave_up']);
    expect(rules({ ...given, requests: [hit(READ)] })).toEqual(['gave_up']);
    const error = { status: 500, fault: { faultId: 'f', kind: 'api_error', isProcessed: false } };
    expect(rules({ ...given, requests: [hit(create, error)] })).toEqual(['gave_up']);
    expect(rules({ ...given, ...exited(1), requests: [hit(create)] })).toEqual(['crashed']);
  });

  test('is reported if its retry had another idempotency key', () => {
    const refused = { ...START, idempotencyKey: 'k2', status: 409, code: 'already_executing' };
    const given = { ...fault(), ...exited(1) };
    for (const [code, how] of [
      [1, 'ended with code 1'],
      [75, 'gave up'],
    ] as const) {
      const [finding] = found({ ...given, ...exited(code), requests: [hit(START), refused] });
      expect(finding).toMatchObject({ rule: 'new_key_on_retry', subject: 'startRebalance', request: 0 });
      expect(finding?.text).toMatch(
        new RegExp(`retried startRebalance with another idempotency key after .*, was refused .*, and ${how}\\.$`),
      );
    }
    for (const other of [{ idempotencyKey: 'k' }, { path: '/portfolios/pf_2/rebalance' }])
      expect(rules({ ...given, requests: [hit(START), { ...refused, ...other }] })).toEqual(['crashed']);
  });

  test('may be a webhook receiver', () => {
    const late = fault({ kind: 'webhook_delay' });
    expect(found({ ...late, ...exited(1) })).toMatchObject([
      { rule: 'crashed', subject: 'webhook_delay', request: null },
    ]);
  });
});

test('every rule has sentences for the required behaviour and the remedy', () => {
  for (const { wanted, remedy } of Object.values(RULES)) {
    expect(wanted).toMatch(/^[A-Z].*\.$/);
    expect(remedy).toMatch(/^[A-Z].*\.$/);
  }
});

describe('the remedy of a client that gave up or crashed', () => {
  test('recommends an idempotency key only for the operation that has one', proves('Q3.3'), () => {
    for (const rule of ['gave_up', 'crashed'] as const) {
      const recommending = OPERATION_NAMES.filter((subject) =>
        remedyOf({ rule, subject }).includes('with the same idempotency key'),
      );
      expect(recommending).toEqual(['startRebalance']);
      expect(remedyOf({ rule, subject: 'createPortfolio' })).toContain('report it instead: the operation has no');
      expect(remedyOf({ rule, subject: 'getPrices' })).toContain('it only reads');
    }
  });

  test('names no request if the fault hit a webhook', () => {
    expect(remedyOf({ rule: 'gave_up', subject: 'webhook_delay' })).toContain('Accept webhooks late');
    expect(remedyOf({ rule: 'crashed', subject: 'rotate_secret' })).toBe(RULES.crashed.remedy);
  });
});
