/**
 * Decides which browsers may use the control plane from the app (decisions L114, L115, L132): those that opened an
 * address with a one-time token, or sent the admin token, at the app's own name. Such a browser gets a cookie, which is
 * sent to every port of that name, and a token that only pages of this origin can read; the control plane requires
 * both. Name, cookie and token derive from one secret, so a server that stores it recognises them later.
 */
import { createHmac } from 'node:crypto';
import type { Request, Response } from 'express';
import { isSameSecret } from '../../engine/secret-hash.ts';

/** Header in which a page sends its token; requests that cannot set one (a stream, a download) use the query. */
const PAGE_HEADER = 'x-ballast-page';
export const PAGE_PARAMETER = 'page';
/** Parameter of the address that a user opens. */
export const ENTRY_PARAMETER = 'entry';

/** The name of the app: one of its own, unknown before this start, or that of the service. */
export type AppAddress = 'random' | 'plain';

/** Maximum number of unused addresses. */
const MAX_ENTRIES = 20;
const COOKIE_SECONDS = 30 * 86_400;
const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.|^::1$/;

export interface AppAdmission {
  /** The only host name of the app, without a port; `null`: any name that the gate accepts. */
  readonly host: string | null;
  readonly cookieToken: string;
  readonly pageToken: string;
  /** Returns an entry that admits one browser. */
  newEntry(): string;
  /** Returns true once for each entry. */
  takeEntry(entry: string): boolean;
}

export function createAppAdmission(
  secret: string,
  newToken: () => string,
  address: AppAddress = 'random',
): AppAdmission {
  const derive = (what: string) => createHmac('sha256', secret).update(what).digest('hex').slice(0, 32);
  const entries: string[] = [];
  return {
    // 80 bits, so no other program can have prepared that origin in a browser.
    host: address === 'plain' ? null : `ballast-${derive('name').slice(0, 20)}.localhost`,
    cookieToken: derive('cookie'),
    pageToken: derive('page'),
    newEntry() {
      const entry = newToken();
      entries.push(entry);
      if (entries.length > MAX_ENTRIES) entries.shift();
      return entry;
    },
    takeEntry(entry) {
      const index = entries.findIndex((each) => isSameSecret(each, entry));
      if (index === -1) return false;
      entries.splice(index, 1);
      return true;
    },
  };
}

/** Only browsers of this machine are admitted: others need the admin token for the control plane (decision K71). */
export function isFromLoopback(request: Request): boolean {
  return LOOPBACK_ADDRESS.test(request.socket.remoteAddress ?? '');
}

/**
 * Whether a request was sent to the app's own name. Its port may differ, because a forwarded port has another number.
 */
export function isAtApp({ headers }: Pick<Request, 'headers'>, { host }: Pick<AppAdmission, 'host'>): boolean {
  return host === null || (headers.host ?? '').replace(PORT, '').toLowerCase() === host;
}

/** Returns the same address at the app's own name, with the client's port; `path` includes the query. */
export function appAddressOf({ headers }: Pick<Request, 'headers'>, { host }: AppAdmission, path: string): string {
  const [port = ''] = PORT.exec(headers.host ?? '') ?? [];
  return host === null ? path : `http://${host}${port}${path}`;
}

const PORT = /:\d{1,5}$/;

/**
 * Returns the state of a browser that requests a page: `entered` with an entry just now, so that the page needs its
 * token; `known` by the cookie; or a `stranger`.
 */
export function admit(request: Request, response: Response, admission: AppAdmission): 'entered' | 'known' | 'stranger' {
  if (!isFromLoopback(request) || !isAtApp(request, admission)) return 'stranger';
  const entry = request.query[ENTRY_PARAMETER];
  if (typeof entry === 'string' && admission.takeEntry(entry)) {
    const terms = `HttpOnly; SameSite=Strict; Path=/; Max-Age=${COOKIE_SECONDS}`;
    response.setHeader('Set-Cookie', `${cookieName(request)}=${admission.cookieToken}; ${terms}`);
    return 'entered';
  }
  return hasCookie(request, admission) ? 'known' : 'stranger';
}

/** Whether a request comes from an admitted page: its browser has the cookie, and the page its token. */
export function isFromApp(request: Request, admission: AppAdmission): boolean {
  const header = request.headers[PAGE_HEADER];
  const shown = request.method === 'GET' ? (header ?? request.query[PAGE_PARAMETER]) : header;
  if (typeof shown !== 'string' || !isAtApp(request, admission)) return false;
  return isSameSecret(shown, admission.pageToken) && hasCookie(request, admission);
}

/** Adds the page's token where scripts of this origin find it. */
export function withPageToken(html: string, { pageToken }: AppAdmission): string {
  const meta = `<meta name="ballast-page" content="${pageToken}" />`;
  return html.includes('<head>') ? html.replace('<head>', `<head>${meta}`) : `${meta}${html}`;
}

/** Checks all cookies: another port may have set one of the same name for a longer path, which comes first. */
function hasCookie(request: Request, { cookieToken }: AppAdmission): boolean {
  const name = cookieName(request);
  return (request.headers.cookie ?? '').split(';').some((pair) => {
    const [key, value = ''] = pair.trim().split('=');
    return key === name && isSameSecret(value, cookieToken);
  });
}

/** Contains the port, which cookies ignore: with one name, a second Ballast would replace the cookie of the first. */
function cookieName(request: Request): string {
  return `ballast_session_${request.socket.localPort}`;
}
