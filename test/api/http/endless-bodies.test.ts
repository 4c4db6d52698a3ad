/**
 * Bodies without an end: refused at the first byte beyond the limit, or before the first one, while the client still
 * sends.
 */
import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';

afterEach(stopAll);

interface Sent {
  readonly url: string;
  readonly token: string;
  readonly type: string;
}

/** Sends pieces until there is a response, with a length that is never reached or none; resolves with the response. */
function sendWithoutEnd({ url, token, type }: Sent, length?: number): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  const known = length === undefined ? {} : { 'content-length': String(length) };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', agent: false, headers: { ...headers, ...known } });
    let hasResponse = false;
    outgoing.on('response', (response) => {
      hasResponse = true;
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => {
        outgoing.destroy();
        resolve({ status: response.statusCode ?? 0, text });
      });
    });
    outgoing.on('error', (error) => (hasResponse ? undefined : reject(error)));
    const piece = ' '.repeat(65_536);
    const send = () => {
      if (hasResponse || outgoing.destroyed) return;
      outgoing.write(piece, () => setImmediate(send));
    };
    if (length === undefined) send();
    else outgoing.flushHeaders();
  });
}

const places = ({ ballast }: TestServer): readonly (readonly [Sent, RegExp])[] => {
  const json = 'application/json';
  return [
    [{ url: `${ballast.formBUrl}/portfolios`, token: ballast.apiKey, type: json }, /larger than 1 MiB/],
    [{ url: `${ballast.formAUrl}/portfolios`, token: ballast.apiKey, type: json }, /larger than 1 MiB/],
    [{ url: `${ballast.controlUrl}/webhooks`, token: ballast.adminToken, type: json }, /larger than 1 MiB/],
    [{ url: `${ballast.controlUrl}/sink/any`, token: '', type: 'text/plain' }, /larger than 1 MiB/],
    [{ url: `${ballast.controlUrl}/market/series`, token: ballast.adminToken, type: 'text/csv' }, /larger than 16 MiB/],
    [{ url: `${ballast.controlUrl}/journal/replay`, token: ballast.adminToken, type: json }, /larger than 16 MiB/],
  ];
};

test('a body without an end is 400 as soon as it is too large', proves('A16'), async () => {
  for (const [sent, message] of places(await startBallast())) {
    const { status, text } = await sendWithoutEnd(sent);
    expect([sent.url, status]).toEqual([sent.url, 400]);
    expect(text).toMatch(message);
  }
});

test('a body with a length beyond the limit is 400 before its first byte', proves('A16'), async () => {
  for (const [sent, message] of places(await startBallast())) {
    const { status, text } = await sendWithoutEnd(sent, 10_000_000_000);
    expect([sent.url, status]).toEqual([sent.url, 400]);
    expect(text).toMatch(message);
  }
});
