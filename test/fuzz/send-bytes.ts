/**
 * The least HTTP client: it sends the bytes it is told, whatever they are, and reads answers off them until the server closes
 * or all that are due are there. Refuses to repair anything on the way out.
 */
import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Sending {
  readonly method: string;
  readonly bytes: Buffer;
  /** Answers to wait for. */
  readonly due: number;
  /** Closes the sender's side after the bytes, where not all is sent that was announced. */
  readonly thenEnd: boolean;
}

/** Resolves with all that came, once as many answers as are due are there or the server closed. */
export function sendBytes(port: number, { method, bytes, due, thenEnd }: Sending): Promise<RawAnswer[]> {
  const isHead = method === 'HEAD';
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      if (thenEnd) socket.end(bytes);
      else socket.write(bytes);
    });
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (readAnswers(Buffer.concat(chunks), isHead).length >= due) socket.destroy();
    });
    // A server that refuses early closes while bytes are still under way; what it said before counts.
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(readAnswers(Buffer.concat(chunks), isHead)));
  });
}

/** Whole answers at the start of `bytes`; 100 Continue is none, and those to HEAD have no body. */
function readAnswers(bytes: Buffer, isHead: boolean): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let left = bytes;
  for (;;) {
    const end = left.indexOf('\r\n\r\n');
    if (end < 0) return answers;
    const [first = '', ...lines] = left.subarray(0, end).toString('latin1').split('\r\n');
    const headers = new Headers(
      lines.map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon), line.slice(colon + 1).trim()];
      }),
    );
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? Number.NaN);
    // What is refused before its method is known has a body all the same, and is the last on its connection.
    const hasBody = !isHead || headers.get('connection') === 'close';
    const length = hasBody ? Number(headers.get('content-length') ?? 0) : 0;
    const body = left.subarray(end + 4, end + 4 + length);
    if (body.length < length) return answers;
    left = left.subarray(end + 4 + length);
    if (status !== 100) answers.push({ status, headers, text: body.toString('utf8') });
  }
}
