/**
 * Refuses requests that are not meant for this server, before anything else reads them (decisions A7, A18): a foreign
 * `Host` indicates a DNS-rebinding page, a foreign `Origin` another site in the user's browser, and the browser's
 * metadata a page that would use a response as its own. Other clients send none of this and pass. Every listener has
 * this gate (`listen.ts`).
 */
import type { IncomingMessage } from 'node:http';

export interface RequestGateRules {
  /** Lower-case names of this server in addition to those of loopback (decision K70). */
  readonly allowedHosts: readonly string[];
  /** Whether pages of an origin may request a path (decision R2). */
  readonly isOpen: (origin: string, path: string) => boolean;
  /** Whether a path is one of the server's own pages, or a file of one, and not a service's. */
  readonly isPage: (path: string) => boolean;
}

/** For a server without pages, other names, or pages elsewhere that may call it. */
export const LOOPBACK_ALONE: RequestGateRules = { allowedHosts: [], isOpen: () => false, isPage: () => false };

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;
const PORT = /:\d{1,5}$/;

/**
 * Where browsers report that a request comes from another site, or another port; a picture in a page has no `Origin`.
 */
const ELSEWHERE = new Set(['cross-site', 'same-site']);
/** How a browser may load a response: for a script that reads it, or to show it. Never as a script, style or worker. */
const SHOWN_OR_READ = new Set(['empty', 'document', 'iframe']);

/** The target of a request line. */
interface RequestTarget {
  /** The authority of an absolute address (RFC 9112, 3.2.2). `null`: the target is a path alone. */
  readonly authority: string | null;
  /** With its query, beginning with `/`; or `*`, for OPTIONS only. */
  readonly path: string;
}

/** `null` for anything other than a path, an absolute http address, or the `*` of OPTIONS. */
export function requestTargetOf({ method, url = '/' }: Pick<IncomingMessage, 'method' | 'url'>): RequestTarget | null {
  if (url.includes('#')) return null;
  if (url.startsWith('/') || (url === '*' && method === 'OPTIONS')) return { authority: null, path: url };
  const [, authority, rest = ''] = /^http:\/\/([^/?]+)(.*)$/i.exec(url) ?? [];
  if (authority === undefined || !URL.canParse(url)) return null;
  return { authority, path: rest.startsWith('/') ? rest : `/${rest}` };
}

const OTHER_NAMES = 'To allow another name, start the server with --allow-host NAME.';

/** Returns why a request is refused, as a sentence; `null`: it is not. */
export function refusalOf(
  { headers, rawHeaders }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>,
  target: RequestTarget | null,
  rules: RequestGateRules,
): string | null {
  const { host, origin, 'service-worker': worker } = headers;
  const { 'sec-fetch-site': site = 'none', 'sec-fetch-dest': dest = 'empty' } = headers;
  if (hostCount(rawHeaders) > 1) return 'The request has more than one Host header.';
  if (host === undefined || !isOwnName(host, rules))
    return `The Host header does not name this machine. ${OTHER_NAMES}`;
  if (target === null)
    return 'The target of the request line is neither a path that begins with / nor an http address without a fragment.';
  if (target.authority !== null && !isOwnName(target.authority, rules))
    return `The address in the request line does not name this machine. ${OTHER_NAMES}`;
  const [path = '/'] = target.path.split('?');
  const isOpen = origin !== undefined && rules.isOpen(origin, path);
  if (origin !== undefined && origin !== `http://${host}` && !isOpen) return `Requests from ${origin} are not allowed.`;
  if (worker !== undefined || dest === 'serviceworker') return 'Service worker scripts are not served here.';
  const isElsewhere = ELSEWHERE.has(String(site)) && !isOpen;
  if ((!isElsewhere && SHOWN_OR_READ.has(String(dest))) || rules.isPage(path)) return null;
  if (isElsewhere) return 'Pages of other sites or ports may not request this address or link to it.';
  return `Nothing at this address may be loaded as ${dest} of a page.`;
}

/** `rawHeaders` has names and values in turn; Node's parsed headers only have the first `Host`. */
function hostCount(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

function isOwnName(host: string, { allowedHosts }: RequestGateRules): boolean {
  return LOOPBACK_HOST.test(host) || allowedHosts.includes(host.replace(PORT, '').toLowerCase());
}
