/** A request of the journal as a draft, the request of the draft, and the same request as a call of `fetch`. */
import { describe, expect, it } from 'vitest';
import {
  draftOf,
  fetchCallOf,
  idempotencyKeyOf,
  pathFault,
  requestOf,
  withIdempotencyKey,
} from '../../../src-renderer/screens/traffic/requests/send-draft.ts';
import type { JournalDetail } from '../../../src-server/contract/control/world/journal.ts';

const ENTRY: JournalDetail = {
  seq: 1,
  request_id: 'rq_1',
  at: '',
  received_at: '',
  operation: null,
  form: 'A',
  account_id: null,
  key_id: null,
  status: 202,
  duration_ms: 1,
  injected_ms: 0,
  fault: null,
  latency_fault_id: null,
  idempotency: null,
  first_event: null,
  last_event: null,
  undone: false,
  curl: '',
  method: 'POST',
  path: '/form-a/v1/portfolios/pf_1/rebalance?dry=1',
  request_headers: {
    host: '127.0.0.1:1',
    authorization: 'Bearer [redacted]',
    'content-type': 'application/json',
    'sec-fetch-mode': 'cors',
    'content-encoding': 'gzip',
    'x-mine': 'yes',
  },
  request_body: '{"idempotency_key":"once","tax_method":"fifo"}',
  response_headers: {},
  response_body: '',
};

describe('a draft', () => {
  it('retains what the client meant, and leaves out the fields of the connection and the redacted key', () => {
    const draft = draftOf(ENTRY);
    expect(draft).toMatchObject({ path: '/form-a/v1/portfolios/pf_1/rebalance', query: 'dry=1', key: 'run' });
    expect(draft.headers).toBe('content-type: application/json\nx-mine: yes');
  });

  it('is sent with the chosen key, and without a body where the method has none', () => {
    const draft = draftOf(ENTRY);
    expect(requestOf(draft, 'bk_run')).toMatchObject({
      path: ENTRY.path,
      headers: { 'x-mine': 'yes', authorization: 'Bearer bk_run' },
    });
    expect(requestOf({ ...draft, key: 'other', secret: ' bk_mine ' }, 'bk_run').headers.authorization).toBe(
      'Bearer bk_mine',
    );
    const read = requestOf({ ...draft, method: 'GET', key: 'none' }, 'bk_run');
    expect(read.body).toBeNull();
    expect(read.headers).not.toHaveProperty('authorization');
  });

  it('is sent to the simulated service alone', () => {
    expect(pathFault('/form-b/v1/prices/DE0007164600')).toBeNull();
    expect(pathFault('/v1')).toBeNull();
    for (const path of ['/sim/clock', '/v1/prices?x=1', '//evil.example/v1', ''])
      expect(pathFault(path)).not.toBeNull();
  });
});

describe('an idempotency key', () => {
  it('is found in the body and replaced there', () => {
    const body = ENTRY.request_body ?? '';
    expect(idempotencyKeyOf(body)).toBe('once');
    const changed = withIdempotencyKey(body, 'twice');
    expect(JSON.parse(changed)).toEqual({ idempotency_key: 'twice', tax_method: 'fifo' });
    for (const text of ['', '[]', 'null', '{"idempotency_key":1}', '{']) expect(idempotencyKeyOf(text)).toBeNull();
  });
});

it('a call of fetch takes the key from the environment', () => {
  expect(fetchCallOf(ENTRY, 'http://127.0.0.1:1')).toBe(`await fetch("http://127.0.0.1:1${ENTRY.path}", {
  method: "POST",
  headers: {
    authorization: \`Bearer \${process.env.BALLAST_API_KEY}\`,
    "content-type": "application/json",
    "x-mine": "yes",
  },
  body: ${JSON.stringify(ENTRY.request_body)},
});`);
});
