/**
 * Refuses a body at the byte with which it becomes too large, or before its first one if its declared length is too
 * large. A parser alone reports that at the end, which some bodies never reach.
 */
import type { RequestHandler } from 'express';

/** Limits the bytes that `parse` receives from the network; `parse` itself limits their unpacked size. */
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
    // Added after the parser, which would miss earlier bytes, and only if the parser reads.
    if (request.listenerCount('data') > 0) request.on('data', count);
  };
}

/** Returns the same error as the parsers. */
function tooLarge(): Error {
  return Object.assign(new Error('request entity too large'), { type: 'entity.too.large', status: 413 });
}
