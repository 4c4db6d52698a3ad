/**
 * Bodies are UTF-8 and nothing else, on every operation that accepts one (decision A4): nothing is replaced or guessed.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jsonEndOf } from '../../../src-server/contract/json/json-end.ts';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

interface Sent {
  readonly path: string;
  readonly type: string;
  readonly before: string;
  readonly after: string;
}

/** One of each kind of body: of the service, of the control plane, a large one, an archive, a table. */
const TAKERS: readonly Sent[] = [
  { path: '/form-b/v1/portfolios', type: 'application/json', before: '{"name":"M', after: 'ller"}' },
  { path: '/form-a/v1/portfolios', type: 'application/json', before: '{"name":"M', after: 'ller"}' },
  { path: '/v1/rebalance', type: 'application/json', before: '{"portfolio_id":"', after: '"}' },
  { path: '/sim/webhooks', type: 'application/json', before: '{"url":"http://127.0.0.1/', after: '"}' },
  { path: '/sim/imports/portfolios', type: 'application/json', before: '{"files":[{"name":"', after: '"}]}' },
  { path: '/sim/journal/replay', type: 'application/json', before: '{"log":"', after: '"}' },
  { path: '/sim/market/series', type: 'text/csv', before: 'isin,', after: ',x' },
];

async function send({ path, type }: Sent, body: Uint8Array<ArrayBuffer>, charset = '') {
  const token = path.startsWith('/sim') ? server.ballast.adminToken : server.ballast.apiKey;
  const headers = { authorization: `Bearer ${token}`, 'content-type': `${type}${charset}` };
  const response = await fetch(`${new URL(server.ballast.baseUrl).origin}${path}`, { method: 'POST', headers, body });
  const { error } = (await response.json()) as { readonly error?: { readonly message: string } };
  return { status: response.status, message: error?.message ?? '' };
}

const bytesOf = (...parts: readonly (string | readonly number[])[]) =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part)))),
  );

describe.each(TAKERS)('a body of $path', (taker) => {
  const { before, after } = taker;

  test.each([
    ['of Latin-1', [0xfc], 0],
    ['with a character that is cut off', [0xe2, 0x82], 0],
    ['with a character in too many bytes', [0xc0, 0xaf], 0],
    ['with half of a surrogate pair', [0xed, 0xa0, 0x80], 0],
    ['beyond Unicode', [0xf5, 0x80, 0x80, 0x80], 0],
    ['with a wrong byte behind good ones', [0xc3, 0xbc, 0xff], 2],
  ])('%s is 400 with the offset of the byte', proves('A4.3'), async (_what, bytes, inside) => {
    const offset = before.length + inside;
    const byte = (bytes[inside] ?? 0).toString(16).toUpperCase();
    expect(await send(taker, bytesOf(before, bytes, after))).toEqual({
      status: 400,
      message: `The request body must be UTF-8: the byte 0x${byte} at offset ${offset} is not.`,
    });
  });

  test.each(['iso-8859-1', 'utf-16', 'utf-16le', 'utf-32', 'UTF-7', 'no-such'])(
    'in the charset %s is 400',
    proves('A4.3'),
    async (charset) => {
      expect(await send(taker, bytesOf(before, after), `; charset=${charset}`)).toEqual({
        status: 400,
        message: `The request body must be UTF-8, and its charset is ${charset}.`,
      });
    },
  );

  test('may name UTF-8 and begin with a byte order mark', proves('A4.3'), async () => {
    for (const charset of ['', '; charset=utf-8', ';charset="UTF-8"']) {
      const { message } = await send(taker, bytesOf([0xef, 0xbb, 0xbf], before, after), charset);
      expect(message).not.toMatch(/UTF-8|valid JSON/);
    }
  });
});

test('the byte is found in a large body, wherever its blocks end', proves('A4.3'), async () => {
  const taker = { path: '/sim/imports/prices', type: 'application/json', before: '', after: '' };
  for (const offset of [65_534, 65_535, 65_536, 131_072, 900_001]) {
    const text = 'ä'.repeat(offset / 2) + 'x'.repeat(offset % 2);
    const { message } = await send(taker, bytesOf(text, [0xff], 'x'.repeat(70_000)));
    expect(message).toBe(`The request body must be UTF-8: the byte 0xFF at offset ${offset} is not.`);
  }
});

test.each([
  ['{"name": "a",\n "currency": }', 2, 14],
  ['{"name": "a"', 1, 13],
  ['{"name": "a"} {}', 1, 15],
  ["{'name': 1}", 1, 2],
])('invalid JSON is reported with its place: %j', proves('A4.4'), async (text, line, column) => {
  expect(
    await send({ path: '/form-b/v1/portfolios', type: 'application/json', before: '', after: '' }, bytesOf(text)),
  ).toEqual({
    status: 400,
    message: `The request body is not valid JSON: line ${line}, column ${column}.`,
  });
});

test('half of a surrogate pair that JSON escapes is no text, in values and names', proves('A4.3'), async () => {
  const response = await server.b.send('POST', '/portfolios', {
    headers: { 'content-type': 'application/json' },
    body: '{"external_id":"M\\ud800ller","\\udc00":1,"holdings":["\\ud83d\\ude00","\\ude00"]}',
  });
  const details = (JSON.parse(response.text) as { error: { details: { path: string; issue: string }[] } }).error
    .details;
  expect(response.status).toBe(400);
  const issue = 'has half of a surrogate pair, which is not a character';
  expect(details.filter((each) => each.issue.includes('surrogate'))).toEqual(
    expect.arrayContaining([
      { path: '/external_id', issue },
      { path: '', issue: 'has a field whose name has half of a surrogate pair, which is not a character' },
    ]),
  );
});

test('the end of valid JSON is found in any text', proves('A4.4'), () => {
  const whole = fc.tuple(fc.json(), fc.constantFrom('', ' ', '\n')).map(([text, space]) => `${space}${text}${space}`);
  fc.assert(
    fc.property(whole, (text) => {
      expect(jsonEndOf(text)).toBe(text.length);
    }),
  );
  const cut = fc.tuple(whole, fc.nat(), fc.constantFrom('', '}', ']', ',', ':', '"', 'x', '0', '\\', '\t', '\u007f'));
  fc.assert(
    fc.property(cut, ([text, drawn, more]) => {
      const at = drawn % (text.length + 1);
      const changed = `${text.slice(0, at)}${more}${text.slice(at + 1)}`;
      const end = jsonEndOf(changed);
      if (isJson(changed)) expect(end).toBe(changed.length);
      else if (end < changed.length) {
        // No continuation could make it JSON: V8 names the same place if it names one outside a text.
        const position = /at position (\d+)/.exec(faultOf(changed))?.[1];
        if (position !== undefined && changed[end] !== '"') expect(end).toBeLessThanOrEqual(Number(position));
      }
      if (end > 0) expect(jsonEndOf(changed.slice(0, end))).toBe(end);
    }),
  );
});

function faultOf(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return (error as SyntaxError).message;
  }
}

const isJson = (text: string) => faultOf(text) === '';

test('bytes of a query that are not UTF-8 are refused', proves('A4.3', 'A10'), async () => {
  for (const path of ['%2Fv1%2FM%FCller', '%2Fv1%2F?%2FM%FCller']) {
    const response = await server.sim.get(`/journal?path=${path}`);
    expect([response.status, response.text]).toEqual([
      400,
      expect.stringContaining('The query has %FC, which is not UTF-8.'),
    ]);
  }
  expect((await server.sim.get('/journal?path=%2Fv1%2FM%C3%BCller')).status).toBe(200);
});

test('a path in other letters is another path', proves('A6'), async () => {
  const { origin } = new URL(server.ballast.baseUrl);
  const headers = { authorization: `Bearer ${server.ballast.apiKey}`, 'content-type': 'application/json' };
  for (const path of ['/V1/portfolios', '/Form-B/v1/portfolios', '/form-b/V1/portfolios', '/FORM-A/v1/portfolios']) {
    const response = await fetch(`${origin}${path}`, { method: 'POST', headers, body: '{}' });
    expect([path, response.status, await response.text()]).toEqual([
      path,
      404,
      expect.stringContaining('Paths are case-sensitive'),
    ]);
  }
  const admin = { authorization: `Bearer ${server.ballast.adminToken}` };
  for (const path of [
    '/SIM/session',
    '/Sim/session',
    '/sim/Session',
    '/Docs',
    '/DOCS/api',

    '/Assets/x',
  ])
    expect([path, (await fetch(`${origin}${path}`, { headers: admin })).status]).toEqual([path, 404]);
});
