/**
 * Sends one HTTP POST and reports what came back; never throws, never follows a redirect (decisions I, I16). Connections are
 * kept, and made only to addresses that `address-gate.ts` lets through: what was checked is what is connected to.
 */
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { HttpOutcome, HttpRequest, SendHttp } from '../../engine/ports/webhook-ports.ts';
import type { AddressGate } from './address-gate.ts';
import { failureInWords } from './http-failure.ts';

/** Bytes of an answer that are read; a receiver cannot make us hold more. */
const READ_BYTES = 65_536;
/** Receivers close connections that idle; ours are given up before that, so that none is used while it is closed. */
const IDLE_MS = 1000;

export function createSendHttp(gate: AddressGate): SendHttp {
  const kept = { keepAlive: true, timeout: IDLE_MS, maxSockets: 64, lookup: gate.lookup };
  const agents = { 'http:': new HttpAgent(kept), 'https:': new HttpsAgent(kept) };
  return async (request) => {
    const startedMs = performance.now();
    const refusal = gate.refuse(new URL(request.url));
    if (refusal !== null) return { ...NOTHING, error: refusal, durationMs: 0 };
    return { ...(await exchange(request, agents, startedMs)), durationMs: performance.now() - startedMs };
  };
}

type Part = Omit<HttpOutcome, 'durationMs'>;

const NOTHING: Part = { status: null, headers: {}, body: '', isCut: false, error: null, firstByteMs: null };

function exchange(
  { url, headers, body, timeoutMs }: HttpRequest,
  agents: { readonly 'http:': HttpAgent; readonly 'https:': HttpsAgent },
  startedMs: number,
): Promise<Part> {
  return new Promise((resolve) => {
    const isPlain = url.startsWith('http:');
    const options = { method: 'POST', headers, agent: isPlain ? agents['http:'] : agents['https:'] };
    const request = isPlain ? requestHttp(url, options) : requestHttps(url, options);
    let soFar: () => Part = () => NOTHING;
    const end = (error: string | null) => {
      clearTimeout(timer);
      resolve({ ...soFar(), error });
    };
    const timer = setTimeout(() => {
      const what = soFar().status === null ? 'no answer' : 'the answer did not end';
      end(`${what} within ${timeoutMs / 1000} s`);
      request.destroy();
    }, timeoutMs);
    request.on('error', (error) => end(failureInWords(error, new URL(url))));
    request.on('response', (response) => {
      const head = { ...NOTHING, ...headOf(response), firstByteMs: performance.now() - startedMs };
      const read = readHead(response, end);
      soFar = () => ({ ...head, ...read() });
    });
    request.end(body);
  });
}

function headOf(response: IncomingMessage): Pick<Part, 'status' | 'headers'> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return { status: response.statusCode ?? null, headers };
}

/** Reads as much as is kept; `done` hears why there is no more of it. Returns how to get what there is so far. */
function readHead(response: IncomingMessage, done: (error: string | null) => void): () => Pick<Part, 'body' | 'isCut'> {
  const chunks: Buffer[] = [];
  let length = 0;
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length <= READ_BYTES) return;
    done(null);
    response.destroy();
  });
  response.on('end', () => done(null));
  response.on('error', () => done(`the answer broke off after ${length} bytes of its body`));
  return () => ({
    body: Buffer.concat(chunks).subarray(0, READ_BYTES).toString('utf8'),
    isCut: length > READ_BYTES,
  });
}
