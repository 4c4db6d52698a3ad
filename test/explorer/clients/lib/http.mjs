// Requests by `node:http`: unlike those of `fetch`, its sockets can be closed when a run is over.
import { Agent, request } from 'node:http';

const TIMEOUT_MS = 1500;

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export function openHttp() {
  const agent = new Agent({ keepAlive: true });
  return {
    /** Rejects where no whole answer came in time; its `value` is undefined where the body is not the JSON it should be. */
    async ask(method, url, { token, body }) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const response = await new Promise((resolve, reject) => {
        const sent = request(url, { method, headers, agent, signal: AbortSignal.timeout(TIMEOUT_MS) });
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

/** Throws where the message ends early. */
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
