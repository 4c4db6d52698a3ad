/**
 * Whatever a response contains, a browser runs nothing of it (decision A18): every operation, responses set by clients,
 * and files with client data.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DOCUMENT_NAMES } from '../../../src-server/contract/openapi/bases.ts';
import { DOCUMENTS } from '../../../src-server/contract/openapi/documents.ts';
import { proves } from '../../conformance/proves.ts';
import { makeWorldOn, newFolder, startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { createSample, SAP } from '../service/sample-portfolio.ts';
import { ask, type Seen } from './raw-client.ts';

let server: TestServer;
let origin: string;
beforeAll(async () => {
  server = await startBallast({ dataDir: newFolder() });
  origin = new URL(server.ballast.baseUrl).origin;
});
afterAll(stopAll);

const INERT = { 'content-security-policy': "default-src 'none'; sandbox", 'x-content-type-options': 'nosniff' };
/** Markup in every text of a client, so that a response that repeats it has some. */
const MARKUP = '%3Cscript%3Ealert(1)%3C%2Fscript%3E';

const admin = () => ({ authorization: `Bearer ${server.ballast.adminToken}` });
const policyOf = ({ headers }: Pick<Seen, 'headers'>) => ({
  'content-security-policy': headers['content-security-policy'],
  'x-content-type-options': headers['x-content-type-options'],
});

test.each(DOCUMENT_NAMES)('every operation of %s is inert', proves('A18.1'), async (name) => {
  const { basePath, operations } = DOCUMENTS[name];
  const headers = name === 'control' ? admin() : {};
  for (const { method, path } of operations.filter((operation) => operation.path !== '/stream')) {
    const url = `${origin}${basePath}${path.replaceAll(/\{\w+\}/g, MARKUP)}`;
    const body = method === 'get' || method === 'delete' ? {} : { body: '{"<script>":1}' };
    const response = await ask(server, method.toUpperCase(), url, { ...body, headers });
    expect([method, path, response.status, policyOf(response)]).toEqual([method, path, expect.any(Number), INERT]);
  }
});

test('unknown paths, requests outside every router, and the documents are inert', proves('A18.1'), async () => {
  for (const path of [
    `/${MARKUP}`,
    `/worlds/${MARKUP}/v1/x`,
    '/v1/openapi.json',
    '/sim/openapi.json',
    `/V1/${MARKUP}`,
  ]) {
    const response = await ask(server, 'GET', `${origin}${path}`, { headers: { accept: 'application/json' } });
    expect([path, policyOf(response)]).toEqual([path, INERT]);
  }
  const foreign = await ask(server, 'GET', `${origin}/v1/x`, { headers: { host: 'evil.example' } });
  expect([foreign.status, policyOf(foreign)]).toEqual([400, INERT]);
});

test('files with data from clients are inert', proves('A18.1'), async () => {
  const id = await createSample(server);
  await server.sim.post('/recordings', { name: 'one' });
  const recording = JSON.parse((await server.sim.get('/recordings')).text).recordings[0].recording_id as string;
  await server.sim.post(`/recordings/${recording}/stop`);
  const files = [
    `/portfolios/${id}/lots?format=csv`,
    `/portfolios/${id}/gains?tax_year=2026&format=csv`,
    '/mifid-records?format=csv',
    '/journal.har',
    '/worlds/default/export',
    `/recordings/${recording}/scenario.yaml?name=one`,
    `/recordings/${recording}/golden.ndjson?name=one`,
    `/recordings/${recording}/start.db?name=one`,
  ];
  for (const file of files) {
    const response = await ask(server, 'GET', `${origin}/sim${file}`, { headers: admin() });
    expect([file, response.status, policyOf(response)]).toEqual([file, 200, INERT]);
  }
});

describe('a fault of the interface', () => {
  test.each([
    { kind: 'api_wrong_content_type', content_type: 'text/html' },
    { kind: 'api_wrong_content_type', content_type: 'multipart/x-mixed-replace; boundary=x' },
    { kind: 'api_malformed_body' },
    { kind: 'api_truncated_body' },
    { kind: 'api_empty_answer' },
    { kind: 'api_slow_drip', over_ms: 1 },
    { kind: 'api_latency', latency_ms: { fixed: 1 } },
    { kind: 'api_error', code: 'internal_error', message: '<script>alert(1)</script>' },
    { kind: 'api_stub', answer: { status: 200, headers: { 'Content-Type': 'text/html' }, text: '<script></script>' } },
    { kind: 'api_stub', answer: { status: 204, headers: { 'X-Own': 'a' } } },
  ])('leaves its response inert: %j', proves('A18.1'), async (fault) => {
    for (const on of [server, await makeWorldOn(server)]) {
      expect((await on.sim.post('/faults', { ...fault, count: 1 })).status).toBe(201);
      const base = 'made' in on ? on.made.base_url : server.ballast.baseUrl;
      expect(policyOf(await ask(server, 'GET', `${base}/prices/${SAP}`))).toEqual(INERT);
      expect((await on.sim.get('/faults')).text).not.toContain('"status":"active"');
    }
  });
});

/** Those by which a browser would store, send or open something beyond the response. */
const BEYOND = {
  'Clear-Site-Data': '"*"',
  'SERVICE-WORKER-ALLOWED': '/',
  'Set-Login': 'logged-out',
  'Secure-Session-Registration': '(ES256); path="/x"',
  'Strict-Transport-Security': 'max-age=31536000',
  'Public-Key-Pins': 'max-age=1',
  'Expect-CT': 'max-age=1',
  'Alt-Svc': 'h2="evil.example:443"',
  'Accept-CH': 'DPR',
  'Critical-CH': 'DPR',
  'Use-As-Dictionary': 'match="/assets/*"',
  'Report-To': '{"group":"a","max_age":1,"endpoints":[{"url":"https://evil.example"}]}',
  'Reporting-Endpoints': 'a="https://evil.example"',
  NEL: '{"report_to":"a","max_age":1}',
  'Content-Security-Policy-Report-Only': "default-src 'none'; report-uri https://evil.example",
  Refresh: '0; url=https://evil.example',
  'Speculation-Rules': '"https://evil.example/rules.json"',
};
/** Those that a tester of a client needs. */
const RETAINED = {
  location: 'https://elsewhere.example/x',
  'set-cookie': 'session=of-the-client; Path=/',
  link: '<https://elsewhere.example/?page=2>; rel="next"',
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'max-age=60',
  'retry-after': '7',
  'www-authenticate': 'Basic realm="x"',
  'access-control-allow-origin': 'https://elsewhere.example',
  'content-disposition': 'attachment; filename="a.html"',
  'x-own': '${now}',
};

/** A response that a stub gives once. */
async function byStub(headers: object, template: boolean): Promise<Seen> {
  const response = { status: 302, headers, text: '${now}', template };
  const set = await server.sim.post('/stubs', { match: { path: { glob: '*/prices/*' } }, count: 1, answer: response });
  expect(set.status, set.text).toBe(201);
  return ask(server, 'GET', `${origin}/v1/prices/${SAP}`);
}

describe.each([
  ['a stub', false],
  ['a template', true],
])('a response of %s', (_giver, template) => {
  const got = (headers: object) => byStub(headers, template);

  test('retains what a client needs', proves('A18.1', 'A18.3'), async () => {
    const { headers } = await got(RETAINED);
    const plain = { ...RETAINED, 'set-cookie': [RETAINED['set-cookie']], 'x-own': expect.any(String) };
    expect(headers).toMatchObject({ ...plain, ...INERT });
  });

  test('has nothing else that a browser would act on', proves('A18.1', 'A18.3'), async () => {
    const { headers } = await got({ ...BEYOND, 'X-Own': 'a' });
    expect(headers).toMatchObject({ 'x-own': 'a', ...INERT });
    for (const name of Object.keys(BEYOND)) expect(headers).not.toHaveProperty(name.toLowerCase());
  });

  test.each([
    'ballast_session_4710=x',
    'BALLAST_SESSION_1=x; Path=/; HttpOnly',
    '  ballast_session_4710 = x',
    '=ballast_session_4710=x',
    'ballast_session_4710',
  ])('sets no cookie of the server: %s', proves('A18.3'), async (cookie) => {
    const { headers } = await got({ 'sEt-CoOkIe': cookie });
    expect(headers['set-cookie']).toBeUndefined();
  });

  test('has no policy of its own', proves('A18.1'), async () => {
    const { headers } = await got({ 'content-security-policy': 'script-src *', 'X-CONTENT-TYPE-OPTIONS': 'x' });
    expect(policyOf({ headers })).toEqual(INERT);
  });
});

describe('a sink', () => {
  const script = (headers: object) =>
    server.sim.send('PUT', '/sinks/own', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ answers: [{ status: 200, headers, body: 'x' }] }),
    });

  test('responds inertly, by its script and without one', proves('A18.1', 'L46.3'), async () => {
    const post = () => ask(server, 'POST', `${origin}/sim/sink/own`);
    expect(policyOf(await post())).toEqual(INERT);
    await script({ 'content-type': 'text/html', location: '/x', 'x-own': 'a' });
    expect((await post()).headers).toMatchObject({ ...INERT, 'content-type': 'text/html', 'x-own': 'a' });
  });

  test.each(Object.entries(BEYOND))('accepts no %s', proves('A18.3', 'L46.3'), async (name, value) => {
    const response = await script({ [name]: value });
    expect([response.status, response.error().details]).toEqual([
      400,
      [{ path: `/answers/0/headers/${name}`, issue: 'is not for a sink to set' }],
    ]);
  });
});
