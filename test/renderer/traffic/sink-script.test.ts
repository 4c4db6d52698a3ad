/** The script of a sink on its way from the editor to the service, in words, and the names of its requests. */
import { describe, expect, it } from 'vitest';
import { SINK_NAME, sinkNameFault } from '../../../src-renderer/api/sinks-api.ts';
import { keyedRequests } from '../../../src-renderer/components/webhooks/sink-request-key.ts';
import {
  formatScript,
  headerFaults,
  newResponse,
  scriptBody,
  scriptDraftOf,
} from '../../../src-renderer/screens/traffic/sinks/sink-script-draft.ts';
import { type SinkScriptView, scriptSink } from '../../../src-server/contract/control/webhooks/sinks.ts';
import { SINK_NAME as CONTRACT_NAME } from '../../../src-server/contract/fields/sink-name.ts';

const NONE: SinkScriptView = { answers: [], afterwards: 'accept', given: 0 };
const SCRIPT: SinkScriptView = {
  answers: [
    { status: 503, delay_ms: 0, times: 2, headers: { 'retry-after': '30' }, body: '' },
    { status: 200, delay_ms: 1500, times: 1, headers: {}, body: 'ok' },
  ],
  afterwards: 'start_over',
  given: 3,
};

describe('the editor of a sink’s script', () => {
  it('opens with a valid example where there is no script', () => {
    expect(scriptSink.safeParse(scriptBody(scriptDraftOf(NONE))).error).toBeUndefined();
  });

  it('sends back the same that it read', () => {
    const { answers: responses, afterwards } = SCRIPT;
    expect(scriptBody(scriptDraftOf(SCRIPT))).toEqual({ answers: responses, afterwards });
  });

  it('gives every response a unique id, so that rows keep their typed text', () => {
    const { responses } = scriptDraftOf(SCRIPT);
    expect(newResponse(responses.slice(1)).id).toBe(3);
  });

  it('sends null for a missing number, so that the service names its field', () => {
    const draft = scriptDraftOf(NONE);
    const body = scriptBody({ ...draft, responses: [{ ...newResponse([]), status: '' }] });
    expect(scriptSink.safeParse(body).error?.issues.map(({ path }) => path)).toEqual([['answers', 0, 'status']]);
  });

  it('reports which response has an invalid line of headers', () => {
    const draft = scriptDraftOf(SCRIPT);
    const responses = draft.responses.map((response) =>
      response.id === 2 ? { ...response, headers: 'nonsense' } : response,
    );
    expect(headerFaults({ ...draft, responses })).toEqual([
      'Headers of response 2: Line 1 is not of the form “Name: value”.',
    ]);
  });
});

describe('a sink in words', () => {
  it('shows its response, how often and the next one', () => {
    expect(formatScript(SCRIPT)).toBe(
      'The sink responds with 503 twice, then 200 after 1\u202f500 ms once; afterwards the script from its start.',
    );
    expect(formatScript(NONE)).toBe('The sink responds with 200 to every request.');
  });

  it('has the names of the contract', () => {
    expect(String(SINK_NAME)).toBe(String(CONTRACT_NAME));
    expect(sinkNameFault('orders.v2')).toBeNull();
    expect(sinkNameFault('a/b')).not.toBeNull();
  });

  it('distinguishes requests of the same event and instant by their number', () => {
    const same = {
      method: 'POST',
      path: '/sim/sink/all',
      body: '',
      received_at: '2026-03-02T09:30:00.000Z',
      event_id: 'evt_1',
    };
    const keys = keyedRequests([same, { ...same, event_id: null }, same]).map(({ key }) => key);
    expect(new Set(keys).size).toBe(3);
    expect(keyedRequests([same])[0]?.key).toBe(keys[0]);
  });

  it('names a request without an event alike, whether or not older ones of its instant have been read', () => {
    const at = { method: 'POST', path: '/sim/sink/all', received_at: '2026-03-02T09:30:00.000Z', event_id: null };
    const [older, newer] = [
      { ...at, body: 'first' },
      { ...at, body: 'second' },
    ];
    expect(keyedRequests([older, newer])[1]?.key).toBe(keyedRequests([newer])[0]?.key);
  });
});
