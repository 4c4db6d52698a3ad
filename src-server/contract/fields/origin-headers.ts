/**
 * Headers that a configured response may not have (decision A18): they make a browser change its storage for the whole
 * origin or host, or send and open something automatically. No client of an API acts on them. All others are allowed:
 * redirects and pagination by `Location` and `Link`, other cookies, caching, authentication, `Access-Control-*` (which
 * gives a page no access that the gate denies), and custom headers.
 */
export const ORIGIN_HEADERS: ReadonlySet<string> = new Set([
  // They delete or replace what the browser stores for this server: storage, cookies, workers, logins.
  'clear-site-data',
  'service-worker-allowed',
  'set-login',
  'secure-session-registration',
  'sec-session-registration',
  // They change how, where or with which credentials later requests are sent to this host.
  'strict-transport-security',
  'public-key-pins',
  'public-key-pins-report-only',
  'expect-ct',
  'alt-svc',
  'accept-ch',
  'critical-ch',
  'use-as-dictionary',
  // They make the browser send reports to addresses that they name, some for every page of the origin.
  'report-to',
  'reporting-endpoints',
  'nel',
  'content-security-policy-report-only',
  // They make the browser navigate or load more by itself.
  'refresh',
  'speculation-rules',
]);
