/**
 * What a browser may do with an answer: decided here for all of them (decision A18). Every answer is inert, whatever a
 * file, a client or an injected fault has put into it: it runs nothing, loads nothing, and belongs to no origin. Only the
 * server's own pages say otherwise, each for the folder of its own scripts, and reports, which may have styles.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { ORIGIN_HEADERS } from '../../contract/fields/origin-headers.ts';

const POLICY = 'Content-Security-Policy';

export const INERT_HEADERS = {
  [POLICY]: "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
} as const;

/** To stand before every layer that answers. */
export const beInert: RequestHandler = (_request, response, next) => {
  forceInert(response);
  next();
};

/** The policy of a page built from a user's file or a client's words: inline styles are allowed, nothing else. */
export function allowStyle(response: ServerResponse): void {
  response.setHeader(POLICY, "default-src 'none'; style-src 'unsafe-inline'; sandbox");
}

/** For a page of this server. Its scripts are those of one folder, not of the origin, where answers of stubs are, too. */
export function allowPage(request: IncomingMessage, response: ServerResponse, folder: string): void {
  response.setHeader(
    POLICY,
    `default-src 'self'; script-src ${sourceOf(request, folder)}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; worker-src 'none'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  );
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  // Without any, the forms of a page have no origin, and the gate refuses them.
  response.setHeader('Referrer-Policy', 'same-origin');
}

/** A policy cannot name an IPv6 address; the gate refuses answers as scripts all the same. */
function sourceOf({ headers: { host = '' } }: IncomingMessage, folder: string): string {
  return host.startsWith('[') ? "'self'" : `${host}${folder}`;
}

/** A list is several headers of one name. */
type GivenHeaders = Readonly<Record<string, string | readonly string[]>>;

/**
 * Headers of an answer that somebody set: a stub's, a sink's. Those that a browser would act on beyond this answer are
 * left out, and the answer stays inert.
 */
export function setGivenHeaders(response: ServerResponse, headers: GivenHeaders): void {
  for (const [name, given] of Object.entries(headers)) {
    const values = [given].flat().filter((value) => !reachesBeyondAnswer(name.toLowerCase(), value));
    if (values.length > 0) response.setHeader(name, typeof given === 'string' ? given : values);
  }
  forceInert(response);
}

export function forceInert(response: ServerResponse): void {
  for (const name in INERT_HEADERS) response.setHeader(name, INERT_HEADERS[name as keyof typeof INERT_HEADERS]);
}

/** A cookie without a name is sent as what it has, so `=ballast_session_1=x` is one of the server's, too. */
const OWN_COOKIE = /^[\s=]*ballast_session_/i;

function reachesBeyondAnswer(name: string, value: string): boolean {
  return ORIGIN_HEADERS.has(name) || (name === 'set-cookie' && OWN_COOKIE.test(value));
}
