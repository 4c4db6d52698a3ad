/**
 * Requests over connections that are kept, for whoever asks one server all day. Goes through Node's HTTP client as it was
 * when the process began, so that a test which puts another `fetch` or `http` in place does not cut its own helpers off.
 */
import { Agent, type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http';
import type { JsonAnswer } from './request-json.ts';

export interface KeptRequests {
  /** Whatever status it has; rejects where there is no answer. */
  send(method: string, url: string, headers: Readonly<Record<string, string>>, body: unknown): Promise<JsonAnswer>;
  /** Ends connections that wait; requests under way come to their end. */
  close(): void;
}

/** As it was at the start, for those who want a `Response`. */
export const plainFetch: typeof fetch | undefined = globalThis.fetch;

export function createKeptRequests(): KeptRequests {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  return {
    send: (method, url, headers, body) =>
      new Promise((resolve, reject) => {
        const text = body === undefined ? null : JSON.stringify(body);
        const typed = text === null ? headers : { ...headers, 'content-type': 'application/json' };
        const length = { 'content-length': String(Buffer.byteLength(text ?? '')) };
        const request: ClientRequest = plainRequest(
          url,
          { agent, method, headers: { ...typed, ...length } },
          (answer) => read(answer).then(resolve, reject),
        );
        request.on('error', reject);
        request.end(text ?? undefined);
      }),
    close: () => agent.destroy(),
  };
}

async function read(answer: IncomingMessage): Promise<JsonAnswer> {
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString('utf8');
  const isJson = answer.headers['content-type']?.startsWith('application/json') ?? false;
  return { status: answer.statusCode ?? 0, body: isJson ? JSON.parse(text) : text };
}
