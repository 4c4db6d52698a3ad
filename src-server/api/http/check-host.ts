/**
 * Refuses requests that did not mean this server: a foreign `Host` is a DNS-rebinding page, a foreign `Origin` another
 * site in the user's browser. Neither may reach a server on loopback, nor one that listens beyond it under names it was
 * told.
 */
import type { RequestHandler } from 'express';
import { Problem } from './problem.ts';

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;
const PORT = /:\d{1,5}$/;

/**
 * `allowedHosts`: names in small letters that stand for this server besides loopback (decision K70). `isOpen`: whether
 * pages of an origin may ask for a path (decision R2).
 */
export function checkHost(
  allowedHosts: readonly string[],
  isOpen: (origin: string, path: string) => boolean,
): RequestHandler {
  const allowed = new Set(allowedHosts);
  return (request, _response, next) => {
    const { host, origin } = request.headers;
    if (host === undefined || !(LOOPBACK_HOST.test(host) || allowed.has(host.replace(PORT, '').toLowerCase()))) {
      next(new Problem('invalid_request', 'The Host header does not name this machine.'));
      return;
    }
    if (origin !== undefined && origin !== `http://${host}` && !isOpen(origin, request.path)) {
      next(new Problem('invalid_request', `Requests from ${origin} are not allowed.`));
      return;
    }
    next();
  };
}
