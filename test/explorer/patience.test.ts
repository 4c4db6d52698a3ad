/**
 * Tests delays that are near to a client's own deadline: chance decides which comes first, so they prove nothing
 * (decision Q3).
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createFault } from '../../src-server/contract/control/market/faults.ts';
import { isNearDeadline, patienceOf, withShortDelays } from '../../src-server/explorer/patience.ts';
import type { ScheduledFault } from '../../src-server/explorer/schedule.ts';
import type { TrialRecord, TrialRequest } from '../../src-server/explorer/trial-record.ts';
import { exploreClient } from '../../src-server/testing/testing.ts';
import { proves } from '../conformance/proves.ts';
import { newFolder, stopAll } from '../support/start-ballast.ts';

afterAll(stopAll);

const scheduled = (body: object): ScheduledFault => ({ body: createFault.parse(body) });
const late = (latency: object) => scheduled({ kind: 'api_latency', latency_ms: latency, count: 1 });
const HANG = scheduled({ kind: 'api_hang', count: 1 });

describe('the deadline of a client', () => {
  const request = (kind: string | null, change: Partial<TrialRequest> = {}): TrialRequest => ({
    operation: 'getRebalanceA',
    method: 'GET',
    path: '/',
    idempotencyKey: null,
    content: '',
    keyMisuse: null,
    receivedMs: 100,
    respondedMs: 2100,
    status: null,
    code: null,
    faultyPlaces: [],
    retryAfterS: null,
    fault: kind === null ? null : { faultId: 'f', kind, isProcessed: true },
    ...change,
  });
  const patience = (requests: readonly TrialRequest[], end: TrialRecord['end'] = { how: 'exited', code: 0 }) =>
    patienceOf({
      end,
      requests,
      attempts: [],
      intents: [],
      faults: [],
      exchanges: [],
      hasOwnReceiver: false,
      brokenInvariants: [],
      isCheckSound: null,
    });
  const AGAIN = request(null, { receivedMs: 2200, respondedMs: 2201, status: 200 });

  test.each([
    ['a request that was never answered', [request('api_hang'), AGAIN], [2000]],
    ['a late answer that was not awaited', [request('api_latency'), AGAIN], [2000]],
    ['a late answer that was awaited', [request('api_latency', { status: 200 }), AGAIN], []],
    ['a connection that was reset', [request('api_connection_reset'), AGAIN], []],
    ['no fault', [request(null), AGAIN], []],
    ['the last request of a client that gave up', [request('api_hang')], [2000]],
  ])('is measured after %s', proves('Q2.3'), (_, requests, wanted) => {
    expect(patience(requests)).toEqual(wanted);
  });

  test('is unknown for a client that waits to the end of its trial', proves('Q2.3'), () => {
    expect(
      patience([AGAIN, request('api_hang', { receivedMs: 2300, respondedMs: 30_000 })], { how: 'timed_out' }),
    ).toEqual([]);
  });
});

test.each([
  [2999, [3000], true],
  [3700, [3000], true],
  [3800, [3000], false],
  [2200, [3000], false],
  [1000, [500, 1200], true],
  [1000, [], false],
])('compares a delay of %i ms with deadlines of %j ms', proves('Q2.3'), (fixed, patienceMs, wanted) => {
  expect(isNearDeadline([HANG, late({ fixed })], patienceMs)).toBe(wanted);
});

test('only delays of a known length are near a deadline, and a short one replaces each', () => {
  const drawn = late({ min: 1000, max: 5000 });
  expect(isNearDeadline([HANG, drawn], [3000])).toBe(false);
  const restart: ScheduledFault = { action: { action: 'restart_server', after: 'getRebalanceA', skip: 0 } };
  expect(withShortDelays([restart, HANG, drawn, late({ fixed: 3000 })])).toEqual([
    ...[restart, HANG, drawn],
    late({ fixed: 1000 }),
  ]);
});

/** Exits with 1 if no response arrives in time, counted from the moment when its request was sent. */
const CLIENT = `
import { request } from 'node:http';
const { BALLAST_FORM_A_URL: base, BALLAST_API_KEY: key } = process.env;
const headers = { authorization: \`Bearer \${key}\`, 'content-type': 'application/json' };
const post = request(\`\${base}/portfolios\`, { method: 'POST', headers });
post.on('error', () => process.exit(1));
post.on('finish', () => setTimeout(() => process.exit(1), Number(process.argv[2])));
post.on('response', () => process.exit(0));
post.end(JSON.stringify({ name: 'pension', currency: 'EUR', tax_jurisdiction: 'DE' }));
`;

test.each([
  ['3000', 'sound', 'its deadline is that delay'],
  ['1500', 'finding', 'its deadline is much shorter'],
])(
  'for a client that waits for %s ms, the late response is a %s: %s',
  {
    ...proves('Q2.3'),
    tags: ['deep'],
  },
  async (deadlineMs, state) => {
    const folder = newFolder();
    writeFileSync(join(folder, 'client.mjs'), CLIENT);
    const { cells, findings } = await exploreClient({
      command: [process.execPath, 'client.mjs', deadlineMs],
      folder,
      trials: 16,
    });
    expect(cells.find(({ fault }) => fault === 'api_latency')?.state).toBe(state);
    const faults = findings.flatMap((finding) => finding.faults);
    expect(faults.includes('createPortfolio gets a late response')).toBe(state === 'finding');
  },
);
