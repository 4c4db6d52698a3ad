// Receives webhooks, and verifies them as Standard Webhooks requires.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { textOf } from './http.mjs';

const TOLERANCE_S = 300;

/** Calls `handle` with each webhook, and `answer(status)` to respond. An error before the response is a 500. */
export async function startReceiver(handle) {
  const underWay = new Set();
  const receive = async (request, response) => {
    const answer = (status) => response.writeHead(status).end();
    try {
      await handle({ headers: request.headers, body: await textOf(request) }, answer);
    } catch (error) {
      console.error(error);
      if (!response.headersSent) answer(500);
    }
  };
  const server = createServer((request, response) => {
    const receiving = receive(request, response).finally(() => underWay.delete(receiving));
    underWay.add(receiving);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/webhooks`,
    /** Finishes the webhooks that it has started to handle. */
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      await Promise.all(underWay);
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Whether one of its signatures is that of the secret; after a rotation, the old secret signs as well as the new one.
 */
export function isSigned({ headers, body }, secret) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  return signatures.split(' ').some((signature) => {
    const [version, text = ''] = signature.split(',');
    const given = Buffer.from(text, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

export function isRecent({ headers }) {
  return Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp'])) <= TOLERANCE_S;
}

export function eventOf({ headers, body }) {
  return { id: headers['webhook-id'], ...JSON.parse(body) };
}
