/**
 * A minimal HTTP client: sends the given bytes unchanged, and reads responses until the server closes or all expected
 * ones are there.
 */
import { connect } from 'node:net';

export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Sending {
  readonly method: string;
  readonly bytes: Buffer;
  /** Number of responses to wait for. */
  readonly due: number;
  /** Closes the sender's side after the bytes, if fewer are sent than announced. */
  readonly thenEnd: boolean;
}

/** Resolves with all received bytes, once all expected responses are there or the server has closed. */
export function sendBytes(port: number, { method, bytes, due, thenEnd }: Sending): Promise<RawResponse[]> {
  const isHead = method === 'HEAD';
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      if (thenEnd) socket.end(bytes);
      else socket.write(bytes);
    });
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (readResponses(Buffer.concat(chunks), isHead).length >= due) socket.destroy();
    });
    // A server that refuses early closes while bytes are still being sent; its response still counts.
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(readResponses(Buffer.concat(chunks), isHead)));
  });
}

/** Complete responses at the start of `bytes`; 100 Continue is not counted, and those to HEAD have no body. */
function readResponses(bytes: Buffer, isHead: boolean): RawResponse[] {
  const responses: RawResponse[] = [];
  let left = bytes;
  for (;;) {
    const end = left.indexOf('\r\n\r\n');
    if (end < 0) return responses;
    const [first = '', ...lines] = left.subarray(0, end).toString('latin1').split('\r\n');
    const headers = new Headers(
      lines.map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon), line.slice(colon + 1).trim()];
      }),
    );
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? Number.NaN);
    // A request that is refused before its method is known still gets a body, as the last one on its connection.
    const hasBody = !isHead || headers.get('connection') === 'close';
    const after = left.subarray(end + 4);
    const isStreamed = hasBody && headers.get('transfer-encoding') === 'chunked';
    const read = isStreamed
      ? chunkedBody(after)
      : plainBody(after, hasBody ? Number(headers.get('content-length')) : 0);
    if (read === null) return responses;
    left = after.subarray(read.bytes);
    if (status !== 100) responses.push({ status, headers, text: read.body.toString('utf8') });
  }
}

/** A body at the start of `bytes` and its length in bytes; `null` if it is incomplete. */
type ReadBody = { readonly body: Buffer; readonly bytes: number } | null;

function plainBody(bytes: Buffer, length: number): ReadBody {
  return bytes.length < length ? null : { body: bytes.subarray(0, length), bytes: length };
}

function chunkedBody(bytes: Buffer): ReadBody {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = bytes.indexOf('\r\n', at);
    if (line < 0) return null;
    const size = Number.parseInt(bytes.subarray(at, line).toString('latin1'), 16);
    const end = line + 2 + size + 2;
    if (bytes.length < end) return null;
    if (size === 0) return { body: Buffer.concat(parts), bytes: end };
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    at = end;
  }
}
