/**
 * Sends one HTTP request with Node's client and returns the whole response, its first bytes, or why there is none. All
 * clients of this process are built on it. Never rejects, never follows a redirect.
 */
import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import { Agent as HttpAgent, https, request as requestHttp } from './node-http.ts';

interface RequestParts {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
  /** Host ms until the whole response has to have arrived; `null`: no limit. */
  readonly timeoutMs: number | null;
  /** Pools the connections; without one, each request has a new connection. */
  readonly agent?: Agent;
  /** Bytes of the body that are read; then the connection is closed. */
  readonly maxBytes?: number;
}

/** Why the response is missing, or ends early. */
export type RequestFailure =
  | { readonly kind: 'unsendable'; readonly error: unknown }
  | { readonly kind: 'connection'; readonly error: NodeJS.ErrnoException }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'cut_off'; readonly receivedBytes: number };

export interface RequestResult {
  /** `null`: no response headers arrived. */
  readonly status: number | null;
  /** Names in lower case; several values of one name are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The response had more than `maxBytes`. */
  readonly isCut: boolean;
  /** Host ms from the start to the response headers. */
  readonly firstByteMs: number | null;
  readonly failure: RequestFailure | null;
}

interface StartedRequest {
  /** `null` where it could not be written as a request, for example because of a line break in a header. */
  readonly sent: ClientRequest | null;
  readonly result: Promise<RequestResult>;
}

const NO_RESPONSE = { status: null, headers: {}, body: Buffer.alloc(0), isCut: false, firstByteMs: null };

export function startRequest(parts: RequestParts): StartedRequest {
  try {
    return send(parts);
  } catch (error) {
    return { sent: null, result: Promise.resolve({ ...NO_RESPONSE, failure: { kind: 'unsendable', error } }) };
  }
}

const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
/** As in Node's own agents, but without the proxy of the environment, which does not know this machine. */
const AS_USUAL = { keepAlive: true, scheduling: 'lifo', timeout: 5000 } as const;
const agents = new Map<boolean, Agent>();

function directAgent(url: string): Agent {
  const isSecure = url.startsWith('https:');
  const agent = agents.get(isSecure) ?? (isSecure ? new https.Agent(AS_USUAL) : new HttpAgent(AS_USUAL));
  agents.set(isSecure, agent);
  return agent;
}

function send({ method, url, headers, body, timeoutMs, agent, maxBytes }: RequestParts): StartedRequest {
  const startedMs = performance.now();
  const request = url.startsWith('https:') ? https.request : requestHttp;
  const direct = agent ?? (LOOPBACK.test(new URL(url).hostname) ? directAgent(url) : undefined);
  const sent = request(url, { method, headers, ...(direct === undefined ? {} : { agent: direct }) });
  const result = new Promise<RequestResult>((resolve) => {
    let soFar: () => Omit<RequestResult, 'failure'> = () => NO_RESPONSE;
    const end = (failure: RequestFailure | null) => {
      clearTimeout(timer);
      resolve({ ...soFar(), failure });
    };
    const onTimeout = () => {
      end({ kind: 'timeout' });
      sent.destroy();
    };
    const timer = timeoutMs === null ? undefined : setTimeout(onTimeout, timeoutMs);
    sent.on('error', (error: NodeJS.ErrnoException) => end({ kind: 'connection', error }));
    sent.once('upgrade', ({ statusCode = null }, socket) => {
      soFar = () => ({ ...NO_RESPONSE, status: statusCode });
      end(null);
      socket.destroy();
    });
    sent.on('response', (response) => {
      const status = response.statusCode ?? null;
      const head = { status, headers: headersOf(response), firstByteMs: performance.now() - startedMs };
      const body = readBody(response, maxBytes ?? Number.POSITIVE_INFINITY, end);
      soFar = () => ({ ...head, ...body() });
    });
  });
  sent.end(body ?? undefined);
  return { sent, result };
}

/** Calls `end` once with why reading stopped. Returns a function that gives the bytes so far. */
function readBody(
  response: IncomingMessage,
  maxBytes: number,
  end: (failure: RequestFailure | null) => void,
): () => Pick<RequestResult, 'body' | 'isCut'> {
  const chunks: Buffer[] = [];
  let receivedBytes = 0;
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    receivedBytes += chunk.length;
    if (receivedBytes <= maxBytes) return;
    end(null);
    response.destroy();
  });
  response.on('end', () => end(null));
  response.on('error', () => end({ kind: 'cut_off', receivedBytes }));
  return () => ({
    body: Buffer.concat(chunks).subarray(0, Math.min(receivedBytes, maxBytes)),
    isCut: receivedBytes > maxBytes,
  });
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const present = Object.entries(headers).filter(
    (entry): entry is [string, string | string[]] => entry[1] !== undefined,
  );
  return Object.fromEntries(present.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]));
}
