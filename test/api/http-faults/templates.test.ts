/**
 * The language of stubs' templates (decision R1): every `${` is parsed or refused, and filled-in values are bounded.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { interfaceFaultView } from '../../../src-server/contract/control/http-faults/http-faults.ts';
import { parseDuration } from '../../../src-server/domain/numbers/instant.ts';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { SAP } from '../service/sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

const PRICES = { path: { glob: '*/prices/*' } };

const set = (response: object) =>
  server.sim.post('/stubs', { match: PRICES, count: 1, answer: { status: 200, template: true, ...response } });

async function responseFrom(response: object) {
  const made = await set(response);
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  made.as(interfaceFaultView);
  return server.b.get(`/prices/${SAP}`);
}

describe('an instant', () => {
  test.each([
    ['${now}', '2026-03-02T09:30:00.000Z'],
    ['${ now }', '2026-03-02T09:30:00.000Z'],
    ['${now + 1d + 2h}', '2026-03-03T11:30:00.000Z'],
    ['${now+2d}', '2026-03-04T09:30:00.000Z'],
    ['${now + 2d}', '2026-03-04T09:30:00.000Z'],
    ['${now-90m:date}', '2026-03-02'],
    ['${now-10h:date}', '2026-03-01'],
    ['${now+1w1d:date}', '2026-03-10'],
    ['${now:s}', '1772443800'],
    ['${now-1s:ms}', '1772443799000'],
    ['${now+PT90M}', '2026-03-02T11:00:00.000Z'],
  ])('%s is %s', proves('R1.9'), async (text, filled) => {
    expect((await responseFrom({ text: `at ${text}` })).text).toBe(`at ${filled}`);
  });

  test('that is the whole of a text becomes a number if it has that format', proves('R1.9'), async () => {
    expect((await responseFrom({ body: { at: '${now:s}' } })).text).toBe('{"at":1772443800}');
  });
});

const NAMES = 'request, now, portfolio, rebalance';
const LISTED = 'request, now, portfolio and rebalance';

test.each([
  ['${request.body.x}', 'at character 1, which is no reference: write ${request/body/x}, or $${ for a plain ${'],
  ['a ${request.body.list[0]["y"]}', 'at character 3, which is no reference: write ${request/body/list/0/y}'],
  ['${now * 2}', 'has ${now * 2}, in which an instant can be shifted by a duration such as 90m, not by 2'],
  ['${}', `which is no reference: write \${name/path} with one of ${NAMES}`],
  ['${2d}', 'has ${2d}, in which there is no name'],
  ['${now', 'has a ${ at character 1 without a closing }'],
  ['$${now} ${now', 'has a ${ at character 9 without a closing }'],
  ['${now+2}', 'has ${now+2}, in which an instant can be shifted by a duration such as 90m, not by 2'],
  ['${now+2x}', 'has ${now+2x}, in which 2x has the unit x: write w, d, h, m, s or ms, as in 90m or 1.5d'],
  ['${now+2d:day}', 'has ${now+2d:day}, in which an instant is written as date, s, ms, not as day'],
  ['${now:iso}', 'an instant is written as date, s, ms, not as iso'],
  ['${nwo}', `has \${nwo}, which is unknown: you can use ${LISTED}`],
  [
    '${request/bdy/x}',
    'has ${request/bdy}, which is unknown: you can use method, path, query, headers and body (did you mean body?)',
  ],
  ['${request/nothing}', 'has ${request/nothing}, which is unknown: you can use method, path, query, headers and body'],
  ['${1 + request/bdy/x}', 'has ${request/bdy}, which is unknown'],
  ['${nwo+2d}', `has \${nwo}, which is unknown: you can use ${LISTED}`],
])('%s is refused at its place, with the names', proves('R1.10'), async (text, says) => {
  const places: [object, string][] = [
    [{ text }, '/answer/text'],
    [{ body: { a: [text] } }, '/answer/body/a/0'],
    [{ body: { [text]: 1 } }, `/answer/body/${text.replaceAll('~', '~0').replaceAll('/', '~1')}`],
    [{ headers: { X: text } }, '/answer/headers/X'],
    [{ headers: { 'Set-Cookie': ['a=1', text] } }, '/answer/headers/Set-Cookie/1'],
  ];
  for (const [response, path] of places) {
    const refused = await set(response);
    const [detail] = refused.error().details;
    expect([refused.status, detail?.path, detail?.issue]).toEqual([400, path, expect.stringContaining(says)]);
  }
});

test.each(['${', '${a/', '${now', '${a-b', '${ '])(
  'half a megabyte of %j is refused in linear time, by its first places',
  proves('R1.10', 'L113'),
  async (piece) => {
    const refused = await set({ text: piece.repeat(500_000 / piece.length) });
    expect([refused.status, refused.error().details.length]).toEqual([400, 20]);
  },
);

test('a doubled dollar sign is plain text, and a text without template is not parsed', proves('R1.8'), async () => {
  expect((await responseFrom({ text: '$${now.x} and $${' })).text).toBe('${now.x} and ${');
  expect((await responseFrom({ text: '${now.x} ${', template: false })).text).toBe('${now.x} ${');
});

test.each([
  ['${portfolio/cash}', 'the request names no portfolio that is there, neither in its path nor in its body'],
  ['${rebalance}', 'the request names no rebalance that is there'],
  ['${request+2d}', '${request+2d}: request is not an instant such as 2026-03-02T09:30:00Z'],
  ['${request/body/x}', 'there is nothing at /body/x of request'],
  ['${now+9999999d}', '${now+9999999d}: the result is not within the years 1 to 9999'],
])('%s reports at the time of the request what it cannot be filled in with', proves('R1.11'), async (text, says) => {
  const { status, text: body } = await responseFrom({ text });
  expect([status, body]).toEqual([500, expect.stringContaining(says)]);
  expect(body).not.toMatch(/saved|scenario|step/);
});

test('a filled-in response has at most a mebibyte, counted in bytes', proves('R1.11'), async () => {
  const sent = async (piece: string, times: number) => {
    await set({ text: '${request/body/a}'.repeat(times) });
    const body = JSON.stringify({ a: piece });
    const response = await server.b.send('POST', `/prices/${SAP}`, {
      headers: { 'content-type': 'application/json' },
      body,
    });
    return [response.status, response.text.length];
  };
  expect(await sent('x'.repeat(100_000), 10)).toEqual([200, 1_000_000]);
  expect((await sent('x'.repeat(100_000), 11))[0]).toBe(500);
  expect((await sent('ü'.repeat(100_000), 10))[0]).toBe(500);
});

describe('a response without a body', () => {
  test.each([204, 304])('%i has no length', proves('R1.2'), async (status) => {
    const response = await responseFrom({ status, headers: { ETag: '"1"' } });
    expect([response.status, response.text, response.headers.get('content-length')]).toEqual([status, '', null]);
    expect([response.headers.get('transfer-encoding'), response.headers.get('etag')]).toEqual([null, '"1"']);
  });

  test.each([204, 205, 304])('%i accepts no body, in any form', proves('R1.2'), async (status) => {
    for (const [name, given] of Object.entries({ body: { a: 1 }, text: 'x' })) {
      const refused = await set({ status, [name]: given });
      expect([refused.status, refused.error().details]).toEqual([
        400,
        [{ path: `/answer/${name}`, issue: `cannot be combined with status ${status}, whose responses have no body` }],
      ]);
    }
  });
});

test(
  'a list of values is several headers of one name, without those of this server',
  proves('A18.3', 'R1.2'),
  async () => {
    const { port } = new URL(server.ballast.baseUrl);
    const cookies = ['a=1; Path=/', `ballast_session_${port}=x`, 'b=${now:date}'];
    const response = await responseFrom({
      text: 'x',
      headers: { 'Set-Cookie': cookies, 'X-One': ['1'], Vary: ['a', 'b'] },
    });
    expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2026-03-02']);
    expect([response.headers.get('x-one'), response.headers.get('vary')]).toEqual(['1', 'a, b']);
    expect((await set({ headers: { X: [] } })).error().details).toMatchObject([{ path: '/answer/headers/X' }]);
  },
);

test.each([
  ['1w', 604_800_000],
  ['23h59m59s', 86_399_000],
  ['1d12h', 129_600_000],
  ['1m30s500ms', 90_500],
  ['1.5h', 5_400_000],
  ['1h1h', null],
  ['1s1m', null],
  ['5', null],
  ['', null],
  ['1h 5m', null],
])('the duration %s is %s ms', proves('J1'), (text, spanMs) => {
  expect(parseDuration(text)).toBe(spanMs);
});
