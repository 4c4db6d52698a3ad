/** Sends one HTTP POST and reports what came back; never throws, never follows a redirect (decision I). */
import type { HttpOutcome, HttpRequest } from '../engine/webhook-ports.ts';

/** Bytes of an answer that are read; a receiver cannot make us hold more. */
const READ_BYTES = 65_536;

export async function sendHttp(request: HttpRequest): Promise<HttpOutcome> {
  const startedMs = performance.now();
  const outcome = (part: Omit<HttpOutcome, 'durationMs'>) => ({ ...part, durationMs: performance.now() - startedMs });
  try {
    const response = await fetch(request.url, {
      method: 'POST',
      headers: request.headers,
      body: request.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(request.timeoutMs),
    });
    const body = await readHead(response);
    return outcome({ status: response.status, body, retryAfter: response.headers.get('retry-after'), error: null });
  } catch (error) {
    return outcome({ status: null, body: '', retryAfter: null, error: describe(error, request.timeoutMs) });
  }
}

async function readHead(response: Response): Promise<string> {
  if (response.body === null) return '';
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= READ_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, READ_BYTES).toString('utf8');
}

function describe(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`;
  const cause = error.cause instanceof Error ? error.cause : error;
  return 'code' in cause ? `${cause.message || 'connection failed'} (${String(cause.code)})` : cause.message;
}
