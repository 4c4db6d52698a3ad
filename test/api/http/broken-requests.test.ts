/**
 * Bytes that are no HTTP request, or that Node would refuse in its own format: 400 in the shape of every error (A4, C).
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorBody } from '../../../src-server/contract/service/errors.ts';
import { sendBytes } from '../../fuzz/send-bytes.ts';
import { startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

const HOST = 'host: localhost\r\n';
const PRICES = 'GET /form-b/v1/prices/DE0007164600 HTTP/1.1\r\n';

function send(text: string, due = 1) {
  const bytes = Buffer.from(text, 'latin1');
  return sendBytes(Number(new URL(server.ballast.baseUrl).port), { method: 'GET', bytes, due, thenEnd: true });
}

const authorized = () => `${HOST}authorization: Bearer ${server.ballast.apiKey}\r\n`;

test.each([
  ['bytes of TLS', '\u0016\u0003\u0001\u0002\u0000', 'This is not a valid HTTP/1.1 request.'],
  ['an unknown method', `FOO /v1/x HTTP/1.1\r\n${HOST}\r\n`, 'This is not a valid HTTP/1.1 request.'],
  [
    'headers beyond what is read',
    `${PRICES}${HOST}x-long: ${'y'.repeat(20_000)}\r\n\r\n`,
    'The headers or the path of the request are too long.',
  ],
  [
    'two lengths',
    `${PRICES}${HOST}content-length: 1\r\ncontent-length: 2\r\n\r\n`,
    'This is not a valid HTTP/1.1 request.',
  ],
  ['CONNECT', `CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\n`, 'CONNECT is not served here.'],
  [
    'no Host',
    `${PRICES}\r\n`,
    'The Host header does not name this machine. To allow another name, start the server with --allow-host NAME.',
  ],
])('%s is 400 with an error like any other', async (_what, text, message) => {
  const [response, ...others] = await send(text);
  expect(others).toEqual([]);
  expect(response?.status).toBe(400);
  const { error } = errorBody.parse(JSON.parse(response?.text ?? ''));
  expect(error).toMatchObject({ code: 'invalid_request', message, details: [] });
  expect(response?.headers.get('x-request-id')).toBe(error.request_id);
});

test('an unknown expectation is no reason to refuse', async () => {
  const [response] = await send(`${PRICES}${authorized()}expect: teapots\r\n\r\n`);
  expect(response?.status).toBe(200);
});

test('a request that had its response before its body broke off gets no second one', async () => {
  for (const expectation of ['', 'expect: teapots\r\n']) {
    const responses = await send(`${PRICES}${authorized()}${expectation}content-length: 100\r\n\r\n{}`, 2);
    expect(responses.map(({ status }) => status)).toEqual([200]);
  }
});

test('of requests in one piece each complete one gets a response, and the rest is refused', async () => {
  const whole = `${PRICES}${authorized()}\r\n`;
  const body = '{"name":"N","currency":"EUR","tax_jurisdiction":"DE"}';
  const head = `POST /form-a/v1/portfolios HTTP/1.1\r\n${authorized()}content-type: application/json\r\n`;
  const created = `${head}content-length: ${body.length}\r\n\r\n${body}`;
  const statuses = (await send(`${whole}${whole}${created}nonsense\r\n\r\n`, 4)).map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 201, 400]);
});
