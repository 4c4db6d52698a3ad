/**
 * Restricts the actions of a browser on a response, for all of them (decision A18). Every response is inert, whatever a
 * file, a client or an injected fault put into it: it runs nothing, loads nothing, and belongs to no origin. The
 * exceptions are the server's own pages, each for the folder of its own scripts, and reports, which may have styles.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ORIGIN_HEADERS } from '../../contract/fields/origin-headers.ts';

const POLICY = 'Content-Security-Policy';

export const INERT_HEADERS = {
  [POLICY]: "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Sets the policy of a page built from a user's file or a client's text: it allows inline styles and nothing else. */
export function allowStyle(response: ServerResponse): void {
  response.setHeader(POLICY, "default-src 'none'; style-src 'unsafe-inline'; sandbox");
}

/**
 * Sets the policy of a page of this server. It allows scripts of one folder, not of the origin, which also has stubs'
 * responses.
 */
export function allowPage(request: IncomingMessage, response: ServerResponse, folder: string): void {
  response.setHeader(
    POLICY,
    `default-src 'self'; script-src ${sourceOf(request, folder)}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; worker-src 'none'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  );
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  // Without any referrer, the forms of a page have no origin, and the gate refuses them.
  response.setHeader('Referrer-Policy', 'same-origin');
}

/** A policy cannot name an IPv6 address; the gate still refuses to serve responses as scripts. */
function sourceOf({ headers: { host = '' } }: IncomingMessage, folder: string): string {
  return host.startsWith('[') ? "'self'" : `${host}${folder}`;
}

/** A list becomes several headers of one name. */
type GivenHeaders = Readonly<Record<string, string | readonly string[]>>;

/**
 * Sets headers that a user chose, for a stub or a sink. Those that affect a browser beyond this response are left out,
 * and the response stays inert.
 */
export function setGivenHeaders(response: ServerResponse, headers: GivenHeaders): void {
  for (const [name, given] of Object.entries(headers)) {
    const values = [given].flat().filter((value) => !reachesBeyondResponse(name.toLowerCase(), value));
    if (values.length > 0) response.setHeader(name, typeof given === 'string' ? given : values);
  }
  forceInert(response);
}

export function forceInert(response: ServerResponse): void {
  for (const name in INERT_HEADERS) response.setHeader(name, INERT_HEADERS[name as keyof typeof INERT_HEADERS]);
}

/** A cookie without a name is sent as its value, so `=ballast_session_1=x` counts as one of the server's, too. */
const OWN_COOKIE = /^[\s=]*ballast_session_/i;

function reachesBeyondResponse(name: string, value: string): boolean {
  return ORIGIN_HEADERS.has(name) || (name === 'set-cookie' && OWN_COOKIE.test(value));
}
