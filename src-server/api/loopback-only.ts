/**
 * Refuses requests that did not mean this machine: a foreign `Host` is a DNS-rebinding page, a foreign `Origin` another
 * site in the user's browser. Neither may reach a server that listens on loopback.
 */
import type { RequestHandler } from 'express';
import { Problem } from './problem.ts';

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

export const loopbackOnly: RequestHandler = (request, _response, next) => {
  const { host, origin } = request.headers;
  if (host === undefined || !LOOPBACK_HOST.test(host)) {
    next(new Problem('invalid_request', 'The Host header does not name this machine.'));
    return;
  }
  if (origin !== undefined && origin !== `http://${host}`) {
    next(new Problem('invalid_request', `Requests from ${origin} are not allowed.`));
    return;
  }
  next();
};
