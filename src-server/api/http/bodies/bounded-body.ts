/**
 * Refuses a body at the byte with which it becomes too large, or before its first one where its length says so. A
 * parser alone reads to the end before it tells, and the end of some bodies never comes.
 */
import type { RequestHandler } from 'express';

/** `parse` with a bound on the bytes that come over the wire; what they are unpacked to, `parse` bounds itself. */
export function boundedBody(parse: RequestHandler, limitBytes: number): RequestHandler {
  return (request, response, next) => {
    let isOver = false;
    const proceed = (error?: unknown) => {
      if (isOver) return;
      isOver = true;
      request.off('data', count);
      next(error);
    };
    let bytes = 0;
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limitBytes) proceed(tooLarge());
    };
    if (Number(request.headers['content-length'] ?? 0) > limitBytes) {
      next(tooLarge());
      return;
    }
    parse(request, response, proceed);
    // After the parser, which would miss what comes before it listens, and not where it reads nothing.
    if (request.listenerCount('data') > 0) request.on('data', count);
  };
}

/** As the parsers tell it. */
function tooLarge(): Error {
  return Object.assign(new Error('request entity too large'), { type: 'entity.too.large', status: 413 });
}
