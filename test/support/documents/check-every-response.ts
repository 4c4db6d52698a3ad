/**
 * Set-up of every test file: each response that a test (or a server in it) fetches from a documented base is compared
 * with its document, even where no test checks it. The checker is loaded with the first such response, so other tests
 * pay nothing. Files of one process share its `fetch`, which is replaced once.
 */

const BASES = /^\/(?:form-a\/v1|form-b\/v1|v1|sim)\//;
const plainFetch = globalThis.fetch;

const checkedFetch: typeof fetch = async (input, init) => {
  const request = input instanceof Request ? input.clone() : null;
  const response = await plainFetch(input, init);
  const { url, status, headers } = response;
  // Responses of stubs, and preflights of a browser, are in no document (decisions R1, R2).
  if (headers.has('x-ballast-stub') || headers.has('access-control-max-age')) return response;
  if (!BASES.test(new URL(url).pathname)) return response;
  const { expectDocumented } = await import('./documented-responses.ts');
  const method = (init?.method ?? request?.method ?? 'GET').toUpperCase();
  const type = new Headers(init?.headers ?? request?.headers).get('content-type');
  const body = request === null ? init?.body : await request.text();
  const sent = typeof body === 'string' && type === 'application/json' ? body : undefined;
  // A stream does not end, so there is no body to wait for.
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
  expectDocumented({ method, url, sent, status, headers, text: isStream ? '' : await response.clone().text() });
  return response;
};
// The name shows the next file of this process, which has other modules, that it need not be replaced again.
if (plainFetch.name !== checkedFetch.name) globalThis.fetch = checkedFetch;
