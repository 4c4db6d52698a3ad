// Requests by `node:http`: unlike those of `fetch`, its sockets can be closed when a run is over.
import { Agent, request } from 'node:http';

/** A request without a response for that long hangs, if a later one got its response: the machine is not just slow. */
const HANGS_AFTER_MS = 1500;

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export function openHttp() {
  const agent = new Agent({ keepAlive: true });
  return {
    /** Rejects if no complete response comes; its `value` is undefined if the body is not the expected JSON. */
    async ask(method, url, { token, body }) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const response = await new Promise((resolve, reject) => {
        const sent = request(url, { method, headers, agent });
        const giveUp = () => sent.destroy(new Error(`${method} ${url} hangs`));
        const sendLater = () => request(new URL('/sim/clock', url), { agent }, giveUp).on('error', giveUp).end();
        const timer = setTimeout(sendLater, HANGS_AFTER_MS);
        sent.on('close', () => clearTimeout(timer));
        sent.on('response', resolve);
        sent.on('error', reject);
        sent.end(body === undefined ? undefined : JSON.stringify(body));
      });
      const text = await textOf(response);
      const { statusCode: status, headers: said } = response;
      const retryAfterMs = Number(said['retry-after'] ?? 0) * 1000;
      return { status, retryAfterMs, value: parsed(said['content-type'], text) };
    },
    close: () => agent.destroy(),
  };
}

/** Throws if the message ends early. */
export async function textOf(message) {
  const parts = [];
  for await (const part of message) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

function parsed(contentType = '', text) {
  if (!contentType.startsWith('application/json')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
