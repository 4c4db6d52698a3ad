/** Tests the single faults that a client is tried under (decision Q2). */
import { expect, test } from 'vitest';
import { createFault } from '../../src-server/contract/control/market/faults.ts';
import { isProcessed, isTransient, kindOfFault } from '../../src-server/explorer/schedule.ts';
import { singleFaults } from '../../src-server/explorer/single-faults.ts';
import type { TrialAttempt, TrialRecord, TrialRequest } from '../../src-server/explorer/trial-record.ts';

const request = (operation: TrialRequest['operation']): TrialRequest => ({
  operation,
  method: 'POST',
  path: '/',
  idempotencyKey: null,
  content: '',
  keyMisuse: null,
  receivedMs: 0,
  respondedMs: 0,
  status: 200,
  code: null,
  faultyPlaces: [],
  retryAfterS: null,
  fault: null,
});
const attempt = (type: string): TrialAttempt => ({ eventId: 'e', type, sentMs: 0, status: 204, injected: null });
const SOUND: TrialRecord = {
  end: { how: 'exited', code: 0 },
  requests: [request('startRebalance'), request('getRebalanceA'), request('getRebalanceA'), request(null)],
  attempts: [attempt('order.filled'), attempt('order.filled')],
  intents: [],
  faults: [],
  exchanges: ['XETR'],
  hasOwnReceiver: false,
  brokenInvariants: [],
  isCheckSound: null,
};
const bodiesOf = (sound: TrialRecord) => singleFaults(sound).flatMap((fault) => ('body' in fault ? [fault.body] : []));
const bodies = bodiesOf(SOUND).map((body) => body as unknown as Record<string, unknown>);

test('are each kind at each occurrence, once', () => {
  const texts = bodies.map((body) => JSON.stringify(body));
  expect(new Set(texts).size).toBe(texts.length);
  // Thirteen kinds at three requests, eight at two webhooks, six of the exchange, the quota of one operation, and a lasting
  // error for each of two operations.
  expect(bodies).toHaveLength(13 * 3 + 8 * 2 + 6 + 1 + 2);
  const hits = bodies.filter(({ kind }) => kind === 'api_empty_answer');
  expect(hits.map(({ match, skip, count }) => [match, skip, count])).toEqual([
    [{ operation: 'startRebalance' }, 0, 1],
    [{ operation: 'getRebalanceA' }, 0, 1],
    [{ operation: 'getRebalanceA' }, 1, 1],
  ]);
});

test('begin with a lost response, and have first occurrences and exchanges before later occurrences', () => {
  expect(bodies[0]).toMatchObject({ kind: 'api_connection_reset', after_processing: true, skip: 0 });
  const firstLater = bodies.findIndex(({ skip }) => skip === 1);
  expect(bodies.findIndex(({ kind }) => kind === 'exchange_down')).toBe(firstLater - 9);
  expect(bodies.slice(firstLater).every(({ skip }) => skip === 1)).toBe(true);
});

test('restart the server after each response, and rotate secrets only of clients that have registered receivers', () => {
  const actionsOf = (sound: TrialRecord) =>
    singleFaults(sound).flatMap((fault) => ('action' in fault ? [fault.action] : []));
  const restarts = [
    { action: 'restart_server', after: 'startRebalance', skip: 0 },
    { action: 'restart_server', after: 'getRebalanceA', skip: 0 },
    { action: 'restart_server', after: 'getRebalanceA', skip: 1 },
  ];
  expect(actionsOf(SOUND)).toEqual(restarts);
  const rotated = actionsOf({ ...SOUND, hasOwnReceiver: true }).filter(({ action }) => action === 'rotate_secret');
  expect(rotated).toEqual(restarts.map((each) => ({ ...each, action: 'rotate_secret' })));
});

test('are empty for a client that sends no requests and receives no webhooks', () => {
  expect(singleFaults({ ...SOUND, requests: [], attempts: [], exchanges: [] })).toEqual([]);
});

test('are transient, except lost webhooks, faults of exchanges, and lasting errors', () => {
  const hard = singleFaults({ ...SOUND, hasOwnReceiver: true }).filter((fault) => !isTransient(fault));
  expect([...new Set(hard.map(kindOfFault))].sort()).toEqual([
    'api_error',
    ...['duplicate_fills', 'exchange_down', 'late_fills', 'lost_acknowledgements', 'partial_fills', 'reject_orders'],
    ...['restart_server', 'webhook_drop'],
  ]);
  const twice = { kind: 'api_error', code: 'internal_error', count: 2 };
  expect(isTransient({ body: createFault.parse(twice) })).toBe(false);
});

test('know whether the service processes the request', () => {
  const processed = bodiesOf(SOUND).flatMap((body) =>
    'skip' in body && body.kind.startsWith('api_') && isProcessed(body as Parameters<typeof isProcessed>[0])
      ? [body.kind]
      : [],
  );
  expect([...new Set(processed)].sort()).toEqual([
    ...['api_connection_reset', 'api_empty_answer', 'api_hang', 'api_latency', 'api_malformed_body', 'api_stub'],
    ...['api_truncated_body', 'api_wrong_content_type'],
  ]);
});
