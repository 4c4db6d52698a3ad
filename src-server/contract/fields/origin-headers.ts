/**
 * Headers that no answer which somebody set may have (decision A18): by them a browser changes what it stores for the
 * whole origin or host, or sends and opens something by itself. No client of an API acts on them. All others may be set:
 * redirects and pagination by `Location` and `Link`, other cookies, caching,
 * authentication, `Access-Control-*` (which tells a page nothing that the gate has not let ask), and own headers.
 */
export const ORIGIN_HEADERS: ReadonlySet<string> = new Set([
  // They delete or replace what the browser has of this server: storage, cookies, workers, logins.
  'clear-site-data',
  'service-worker-allowed',
  'set-login',
  'secure-session-registration',
  'sec-session-registration',
  // They say for later requests how, where or with what this host is to be asked.
  'strict-transport-security',
  'public-key-pins',
  'public-key-pins-report-only',
  'expect-ct',
  'alt-svc',
  'accept-ch',
  'critical-ch',
  'use-as-dictionary',
  // They have the browser report to addresses of their choice, some for every page of the origin.
  'report-to',
  'reporting-endpoints',
  'nel',
  'content-security-policy-report-only',
  // They have the browser go elsewhere or load more by itself.
  'refresh',
  'speculation-rules',
]);
