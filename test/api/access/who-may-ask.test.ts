/**
 * Authorisation of every operation, for every kind of caller, from every kind of page (decisions A7, E1, L8, L114,
 * L115, L117, N3). SECURITY.md shows the result.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DOCUMENTS } from '../../../src-server/contract/openapi/documents.ts';
import type { Operation } from '../../../src-server/contract/openapi/operation.ts';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { proves } from '../../conformance/proves.ts';
import { pageTokens } from '../../support/page/let-in.ts';
import { makeWorldOn, startBallast, stopAll } from '../../support/start-ballast.ts';
import { askAs, type Shown, type Verdict } from './ask-as.ts';

const CALLERS = [
  'Nobody',
  'API key of the world',
  "Another world's token",
  "The world's token",
  "The server's token",
  'App in a browser that was let in',
  'That browser, from elsewhere',
  'That browser, under another name',
] as const;
type Caller = (typeof CALLERS)[number];

/** The operations that the base of a world opens, and the callers. */
const EXPECTED = {
  service: ['API key of the world'],
  open: CALLERS,
  world: ["The world's token", "The server's token", 'App in a browser that was let in'],
  server: ["The server's token", 'App in a browser that was let in'],
} as const satisfies Readonly<Record<string, readonly Caller[]>>;
type Kind = keyof typeof EXPECTED;

let origin: string;
let shown: Readonly<Record<Caller, Shown>>;

beforeAll(async () => {
  const server = await startBallast();
  origin = new URL(server.ballast.baseUrl).origin;
  const [one, other] = [await makeWorldOn(server, { name: 'one' }), await makeWorldOn(server, { name: 'other' })];
  const { cookie, page } = await pageTokens(server.ballast);
  const { host } = new URL(server.ballast.appOrigin);
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  shown = {
    Nobody: {},
    'API key of the world': bearer(one.made.api_key),
    "Another world's token": bearer(other.made.admin_token),
    "The world's token": bearer(one.made.admin_token),
    "The server's token": bearer(server.ballast.adminToken),
    'App in a browser that was let in': { host, cookie: cookie.join('='), 'x-ballast-page': page },
    'That browser, from elsewhere': { host, cookie: cookie.join('=') },
    'That browser, under another name': { cookie: cookie.join('='), 'x-ballast-page': page },
  };
});
afterAll(stopAll);

const control: readonly Operation[] = DOCUMENTS.control.operations;
const service: readonly Operation[] = [
  ...DOCUMENTS['form-a'].operations,
  ...DOCUMENTS['form-b'].operations,
  ...DOCUMENTS.both.operations,
];

function kindOf(operation: Operation): Kind {
  if (operation.isOpen) return 'open';
  if (service.includes(operation)) return 'service';
  return operation.access ?? 'world';
}

const baseOf = (operation: Operation) => (control.includes(operation) ? '/worlds/one/sim' : '/worlds/one/v1');
const EVERY = [...new Set([...control, ...DOCUMENTS.both.operations])].map(
  (operation) => [operation.id, operation] as const,
);

describe('an operation is open to the callers of its row, and to nobody else', () => {
  test.each(EVERY)('%s', proves('N3.1', 'L8', 'E1'), async (_id, operation) => {
    const opened: Caller[] = [];
    for (const caller of CALLERS)
      if ((await askAs(origin, baseOf(operation), operation, shown[caller])) === 'opened') opened.push(caller);
    expect(opened).toEqual([...EXPECTED[kindOf(operation)]]);
  });
});

/** The headers by which a browser describes the calling page. */
const PAGES: readonly (readonly [page: string, headers: Shown])[] = [
  ['a page of another site', { origin: 'https://example.com', 'sec-fetch-site': 'cross-site' }],
  ['a picture in a page of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
  ['a page of another port', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }],
  ['a link in a page of another port', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' }],
  ['a file on the disk', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
];

describe('the control plane is open to nobody from', () => {
  test.each(PAGES)('%s', proves('A7.3', 'L117'), async (_page, headers) => {
    const verdicts = new Map<string, Verdict>();
    for (const operation of control.filter((each) => !each.isOpen))
      for (const caller of ["The server's token", 'App in a browser that was let in'] as const) {
        const verdict = await askAs(origin, '/sim', operation, { ...shown[caller], ...headers });
        if (verdict !== 'refused') verdicts.set(`${caller}: ${operation.id}`, verdict);
      }
    expect([...verdicts]).toEqual([]);
  });
});

test('SECURITY.md shows it', () => {
  const text = readFileSync(join(packageRoot(), 'SECURITY.md'), 'utf8');
  const [, section = ''] = /<!-- who-may-ask -->\n([\s\S]*?)<!-- \/who-may-ask -->/.exec(text) ?? [];
  expect(section).toBe(sectionOf());
});

function sectionOf(): string {
  const rows: readonly (readonly [Kind, string])[] = [
    ['service', 'The service: `/v1`, `/form-a/v1`, `/form-b/v1`'],
    ['world', 'The control plane, what stays in its world'],
    ['server', 'The control plane, what reaches beyond one world'],
    ['open', 'Sinks, probes, and the OpenAPI documents'],
  ];
  const cells = (cellTexts: readonly string[]) => `| ${cellTexts.join(' | ')} |`;
  const lines = rows.map(([kind, cellTexts]) => {
    const opened: readonly Caller[] = EXPECTED[kind];
    const count = EVERY.filter(([, operation]) => kindOf(operation) === kind).length;
    return cells([`${cellTexts} (${count})`, ...CALLERS.map((caller) => (opened.includes(caller) ? 'yes' : ''))]);
  });
  const beyond = EVERY.filter(([, operation]) => kindOf(operation) === 'server').map(([id]) => `\`${id}\``);
  return [
    cells(['Operations', ...CALLERS]),
    cells(['---', ...CALLERS.map(() => ':-:')]),
    ...lines,
    '',
    `Beyond one world reach: ${beyond.join(', ')}.`,
    '',
  ].join('\n');
}
