/** Sends one request as any client would and reports the response; never throws, never follows a redirect. */
import type { SendRequest } from '../../engine/ports/request-port.ts';
import { type RequestFailure, startRequest } from './start-request.ts';

export const sendRequest: SendRequest = async (request) => {
  const { status, headers, body, failure } = await startRequest(withLength(request)).result;
  if (failure !== null)
    return { status: null, headers: {}, body: '', error: formatFailure(failure, request.timeoutMs) };
  return { status, headers, body: body.toString('utf8'), error: null };
};

/** Adds the length of the body, without which Node sends it in chunks. */
export function withLength<
  Request extends { readonly headers: Readonly<Record<string, string>>; readonly body: string | Buffer | null },
>(request: Request): Request {
  if (request.body === null) return request;
  const others = Object.entries(request.headers).filter(([name]) => name.toLowerCase() !== 'content-length');
  const length = String(Buffer.byteLength(request.body));
  return { ...request, headers: { ...Object.fromEntries(others), 'content-length': length } };
}

/** Formats a failure as the end of a sentence. */
export function formatFailure(failure: RequestFailure, timeoutMs: number): string {
  switch (failure.kind) {
    case 'timeout':
      return `there was no complete response within ${timeoutMs} ms`;
    case 'cut_off':
      return 'the response broke off';
    default:
      return failure.error instanceof Error ? failure.error.message : String(failure.error);
  }
}
