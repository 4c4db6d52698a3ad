/**
 * Answers what is no HTTP request, so that no router ever sees it: 400 in the shape of every error (decisions A4, C),
 * never Node's bare 400, 408, 413, 417 or 431. Refuses to be journaled, because there is no request to tell of.
 */
import { Problem } from './problem.ts';

const REASONS: Readonly<Record<string, string>> = {
  CONNECT: 'CONNECT is not served here.',
  HPE_HEADER_OVERFLOW: 'The headers or the path of the request are too long.',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'The chunk extensions of the request body are too long.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive whole in time.',
};

/** What answers by Node's word for what is wrong; each answer has a request id of its own. */
export function createBrokenAnswers({ nextRequestId }: { readonly nextRequestId: () => string }) {
  return (code: string) => {
    const requestId = nextRequestId();
    const problem = new Problem('invalid_request', REASONS[code] ?? 'This is not a valid HTTP/1.1 request.');
    return {
      status: '400 Bad Request',
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'X-Request-Id': requestId },
      body: JSON.stringify(problem.body(requestId)),
    };
  };
}
