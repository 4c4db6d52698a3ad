/**
 * Reads the body of a request ahead of time and puts it back, so that every later layer reads it as if nothing had
 * happened. Refuses bodies that are too large or compressed.
 */
import type { IncomingMessage } from 'node:http';

/** The same as `read-body.ts` takes. */
const BODY_LIMIT_BYTES = 1_048_576;

/** The body as text; `null` where there is none, where it did not arrive whole, or where it cannot be read here. */
export async function bufferBody(request: IncomingMessage): Promise<string | null> {
  if (!isWorthReading(request)) return null;
  // Bytes of the same packet as the headers are readable after this turn; before it, an empty body looks like one to
  // wait for.
  await null;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (isWhole: boolean) => {
      request.off('readable', look);
      request.off('close', leave);
      request.off('error', leave);
      const body = Buffer.concat(chunks);
      // Put back before the stream emits its end: the next reader gets the bytes, then the end.
      if (bytes > 0 && !request.destroyed) request.unshift(body);
      resolve(isWhole ? body.toString('utf8') : null);
    };
    const leave = () => end(false);
    const look = () => {
      // An empty read of a stream that is complete would end it, and the next reader would find no body at all.
      while (request.readableLength > 0) {
        const chunk: Buffer = request.read();
        chunks.push(chunk);
        bytes += chunk.length;
      }
      if (bytes > BODY_LIMIT_BYTES) end(false);
      else if (request.complete) end(true);
    };
    request.on('close', leave);
    request.on('error', leave);
    if (request.complete) look();
    else request.on('readable', look);
  });
}

function isWorthReading({ headers, destroyed }: IncomingMessage): boolean {
  const length = headers['content-length'];
  const hasBody = headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
  const isPlain = headers['content-encoding'] === undefined || headers['content-encoding'] === 'identity';
  return hasBody && isPlain && !destroyed && !(Number(length) > BODY_LIMIT_BYTES);
}
