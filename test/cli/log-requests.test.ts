/** `serve --log requests`: a line for each request and each webhook on stderr (decision K8). */
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { callText } from '../../src-server/system/call-text.ts';
import { SAP } from '../api/service/sample-portfolio.ts';
import { proves } from '../conformance/proves.ts';
import { runBallast } from '../support/run-process.ts';

const TOKENS = ['--api-key', 'a-secret-key', '--admin-token', 'a-secret-token'];

/** The stderr of a server after requests to two worlds, one with a fault, and a webhook. */
async function logged(args: readonly string[], env: Record<string, string> = {}) {
  const memory = ['--memory', '--no-config', '--port', '0', '--clock-mode', 'manual', '--journal-rows', '0'];
  const server = runBallast(['serve', ...memory, ...TOKENS, '--json', ...args], { env });
  const { base_url: baseUrl, control_url: control } = JSON.parse(await server.firstLine);
  const bearer = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
  const sim = async (path: string, body: object) => {
    const response = await fetch(`${control}${path}`, {
      method: 'POST',
      headers: bearer('a-secret-token'),
      body: JSON.stringify(body),
    });
    expect(response.ok, await response.clone().text()).toBe(true);
    return response.json();
  };
  const ask = async (url: string, key: string) => (await fetch(url, { headers: bearer(key) })).text();
  await ask(`${baseUrl}/prices/${SAP}?api_key=a-secret-key&x=%1B%5B31m`, 'a-secret-key');
  await sim('/faults', { kind: 'api_error', code: 'internal_error', match: { operation: 'getPrices' }, count: 1 });
  await ask(`${baseUrl}/prices/${SAP}`, 'a-secret-key');
  const { base_url: other, api_key: key } = await sim('/worlds', { name: 'other', clock_mode: 'manual' });
  await ask(`${other}/prices/nothing`, key);
  const { webhook_id: id } = await sim('/webhooks', { url: '/sim/sink/mine' });
  await sim(`/webhooks/${id}/test`, { type: 'rebalance.complete' });
  await sim('/clock/advance', { until: 'settled', wait: true });
  server.child.kill('SIGTERM');
  expect((await server.ended).exitCode).toBe(0);
  return server.stderr().trim().split('\n').filter(Boolean);
}

describe('the log of requests', () => {
  test('has a line of text for each, with its fault and its world, and no secret', {
    ...proves('K8', 'L33.6'),
    tags: ['deep'],
  }, async () => {
    const lines = (await logged(['--log', 'requests'])).filter((line) => !line.startsWith('{'));
    expect(lines.join('\n')).not.toMatch(/a-secret/);
    const shown = lines.map((line) => line.replace(/^\S+Z /, '').replace(/[\d.]+ ms/, 'N ms'));
    expect(shown).toEqual([
      `GET /v1/prices/${SAP}?api_key=[redacted]&x=%1B%5B31m 200 N ms`,
      expect.stringMatching(new RegExp(`^GET /v1/prices/${SAP} 500 N ms fault ft_\\w+ \\(api_error\\)$`)),
      'GET /v1/prices/nothing 400 N ms world other',
      expect.stringMatching(/^webhook POST http:\/\/127\.0\.0\.1:\d+\/sim\/sink\/mine \S+ 200 N ms$/),
    ]);
  });

  test('is JSON if requested, at debug too', proves('K8'), async () => {
    const lines = await logged([], { BALLAST_LOG: 'debug', BALLAST_LOG_FORMAT: 'json' });
    const calls = lines.map((line) => JSON.parse(line)).filter(({ kind }) => kind !== undefined);
    expect(calls).toMatchObject([
      { kind: 'request', method: 'GET', status: 200, ms: expect.any(Number) },
      { kind: 'request', status: 500, fault: expect.stringMatching(/^ft_/), fault_kind: 'api_error' },
      { kind: 'request', status: 400, world: 'other' },
      { kind: 'webhook', method: 'POST', status: 200, attempt: 1 },
    ]);
  });

  test('is empty if not requested', { ...proves('K8'), tags: ['deep'] }, async () => {
    expect((await logged(['--log', 'info'])).map((line) => JSON.parse(line).msg)).toEqual([
      expect.stringMatching(/^listening on /),
    ]);
    expect(await logged([])).toEqual([]);
  });
});

test('a line has colours only on a terminal, and never those of others', proves('K8', 'K98'), () => {
  const call = { kind: 'request', method: 'GET', path: '/\u001b[31m', status: 503, ms: 1.5, world: 'w' } as const;
  const safe = (text: string) => JSON.stringify(text).slice(1, -1);
  const coloured = callText(call, safe, true);
  expect(coloured).toContain('\u001b[31m503\u001b[0m');
  expect(stripVTControlCharacters(coloured)).toMatch(/Z GET \/\\u001b\[31m 503 1\.5 ms world w$/);
  expect(callText({ ...call, status: null }, safe, false)).toMatch(/Z GET \/\\u001b\[31m no response 1\.5 ms world w$/);
});
