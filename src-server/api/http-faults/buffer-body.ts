/**
 * Reads the body of a request in advance and puts it back, so that every later layer can read it as usual. Skips bodies
 * that are too large or compressed.
 */
import type { IncomingMessage } from 'node:http';

/** The same limit as in `read-body.ts`. */
const BODY_LIMIT_BYTES = 1_048_576;

/**
 * Resolves with the body as text; `null` if there is none, if it did not arrive completely, or if it cannot be read
 * here.
 */
export async function bufferBody(request: IncomingMessage): Promise<string | null> {
  if (!isWorthReading(request)) return null;
  // Bytes in the same packet as the headers are readable after this turn; before it, an empty body looks like one that
  // is still to come.
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
      // An empty read would end a complete stream, and the next reader would find no body.
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
