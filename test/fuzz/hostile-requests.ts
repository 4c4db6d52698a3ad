/**
 * Requests as bytes: good ones with a changed body, encoding, headers, path, method or framing, and bytes that are no
 * request. fast-check draws everything, so a failure shrinks and its seed repeats it. Does not know the right
 * responses.
 */
import { gzipSync } from 'node:zlib';
import { fc } from '../support/draws.ts';
import { FUZZ_KEY, FUZZ_TOKEN } from './fuzz-server.ts';
import type { GoodRequest } from './good-requests.ts';
import { editJson, edits } from './hostile-json.ts';

export interface HostileRequest {
  readonly what: string;
  readonly method: string;
  readonly path: string;
  /** The bytes, from the request line to the end of the body. */
  readonly bytes: Buffer;
  /** Number of responses that may come; above 1 if requests are pipelined. */
  readonly due: number;
  /** True if fewer bytes are sent than announced, so that the sender has to close. */
  readonly thenEnd: boolean;
}

const MEBIBYTE = 1_048_576;

/** Bytes of a body from its text, and the headers that describe them. */
interface Dressed {
  readonly bytes: Buffer;
  readonly headers: string;
}

const JSON_HEADER = 'content-type: application/json\r\n';
const DRESSES: readonly ((text: string) => Dressed)[] = [
  (text) => ({ bytes: Buffer.from(`\ufeff${text}`), headers: JSON_HEADER }),
  (text) => ({ bytes: Buffer.from(text, 'utf16le'), headers: 'content-type: application/json; charset=utf-16le\r\n' }),
  (text) => ({ bytes: Buffer.from(text, 'utf16le'), headers: JSON_HEADER }),
  (text) => ({ bytes: Buffer.from(text, 'latin1'), headers: 'content-type: application/json; charset=latin1\r\n' }),
  (text) => ({ bytes: Buffer.from(text), headers: 'content-type: application/json; charset="\r\n' }),
  (text) => ({ bytes: Buffer.from(text), headers: 'content-type: text/plain\r\n' }),
  (text) => ({ bytes: Buffer.from(text), headers: '' }),
  (text) => ({ bytes: gzipSync(text), headers: `${JSON_HEADER}content-encoding: gzip\r\n` }),
  (text) => ({ bytes: Buffer.from(text), headers: `${JSON_HEADER}content-encoding: gzip\r\n` }),
  (text) => ({ bytes: gzipSync(text).subarray(0, -5), headers: `${JSON_HEADER}content-encoding: gzip\r\n` }),
  (text) => ({ bytes: Buffer.from(text), headers: `${JSON_HEADER}content-encoding: zstd\r\n` }),
  (text) => ({
    bytes: gzipSync(Buffer.alloc(4 * MEBIBYTE, 0x20)),
    headers: `${JSON_HEADER}content-encoding: gzip\r\n${text === '' ? '' : ''}`,
  }),
  (text) => ({
    bytes: Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe, 0xc3, 0x28])]),
    headers: JSON_HEADER,
  }),
];
const plainDress = (text: string): Dressed => ({ bytes: Buffer.from(text), headers: JSON_HEADER });

/** Padded with spaces to one byte below, exactly and one above the limit; rare, because each of them is a mebibyte. */
const SIZES = [MEBIBYTE - 1, MEBIBYTE, MEBIBYTE + 1];

const bodyOf = (good: GoodRequest): fc.Arbitrary<Dressed> =>
  fc
    .record({
      changes: edits,
      damage: fc.option(fc.record({ at: fc.nat(), byte: fc.nat(255), cut: fc.boolean() }), { freq: 6 }),
      dress: fc.oneof(
        { weight: 12, arbitrary: fc.constant(plainDress) },
        { weight: 3, arbitrary: fc.constantFrom(...DRESSES) },
      ),
      size: fc.oneof({ weight: 800, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constantFrom(...SIZES) }),
    })
    .map(({ changes, damage, dress, size }) => {
      const text = editJson(good.body ?? {}, changes);
      const { bytes, headers } = dress(good.isDelicate ? corrupted(text) : text);
      const padded = size > bytes.length ? Buffer.concat([bytes, Buffer.alloc(size - bytes.length, 0x20)]) : bytes;
      return { headers, bytes: damage === null || good.isDelicate ? padded : damaged(padded, damage) };
    });

/** A request that must not be accepted has one field too many. */
function corrupted(text: string): string {
  return text.startsWith('{') ? `{"fuzz":0${text === '{}' ? '' : ','}${text.slice(1)}` : text;
}

function damaged(bytes: Buffer, { at, byte, cut }: { at: number; byte: number; cut: boolean }): Buffer {
  const index = at % Math.max(1, bytes.length);
  if (cut) return bytes.subarray(0, index);
  return Buffer.concat([bytes.subarray(0, index), Buffer.from([byte]), bytes.subarray(index + 1)]);
}

const PATH_PARTS = [
  '%00',
  '%ff',
  '%',
  '%2e%2e%2f',
  '..',
  '//',
  '__proto__',
  'constructor',
  '%F0%9F',
  '?',
  '?limit=1e400',
  '?limit=-1',
  '?limit[]=1',
  '?__proto__[x]=1',
  '*',
  ';',
  `${'a'.repeat(3000)}`,
  `${'b'.repeat(17_000)}`,
  'pf_00000000000000000000000000',
];
const METHODS = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'get',
  'FOO',
  'CONNECT',
  'G\u0000T',
];
const HEADERS = [
  'authorization: Bearer wrong\r\n',
  'authorization: Basic eDp5\r\n',
  'authorization: Bearer \r\n',
  `x-long: ${'y'.repeat(20_000)}\r\n`,
  Array.from({ length: 300 }, (_, index) => `x-${index}: 1\r\n`).join(''),
  'host: evil.example\r\n',
  'origin: http://evil.example\r\n',
  'expect: 100-continue\r\n',
  'expect: teapots\r\n',
  'connection: upgrade\r\nupgrade: websocket\r\n',
  'transfer-encoding: chunked\r\n',
  'transfer-encoding: gzip\r\n',
  'content-length: 7\r\n',
  'content-length: -1\r\n',
  'content-length: 99999999999999999999\r\n',
  'x-nul: a\u0000b\r\n',
  'no colon\r\n',
  ' folded: 1\r\n',
  'x-http-method-override: DELETE\r\n',
  'accept: application/xml\r\n',
  'cookie: __proto__=1; ballast_session=%00\r\n',
  'range: bytes=0-1\r\n',
  'if-none-match: *\r\n',
];

const NO_PATH = { cut: 0, part: '' };
const rarely = <T>(usual: T, other: fc.Arbitrary<T>, weight = 7) =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });

/** A good request with a change for the worse in any of its parts. */
function worsened(good: GoodRequest): fc.Arbitrary<HostileRequest> {
  return fc
    .record({
      body: good.body === undefined ? rarely(null, bodyOf(good) as fc.Arbitrary<Dressed | null>) : bodyOf(good),
      method: rarely(good.method, fc.constantFrom(...METHODS), 9),
      path: rarely(
        NO_PATH,
        fc.record({ cut: fc.nat(60), part: fc.constantFrom(...PATH_PARTS) }),
        good.body === undefined ? 1 : 9,
      ),
      header: rarely('', fc.constantFrom(...HEADERS)),
      framing: rarely('length', fc.constantFrom('chunked', 'broken chunks', 'short', 'pipelined'), 11),
    })
    .map(({ body, method, path: { cut, part }, header, framing }) => {
      const path = part === '' ? good.path : `${good.path.slice(0, good.path.length - cut) || '/v1'}${part}`;
      // A wrong method must not turn a good body into an accepted command of another kind in the control plane.
      const isSafe =
        good.document !== 'control' || method === good.method || !['PUT', 'PATCH', 'POST', 'DELETE'].includes(method);
      const verb = isSafe ? method : good.method;
      const token = good.document === 'control' ? FUZZ_TOKEN : FUZZ_KEY;
      const head = `${verb} ${path} HTTP/1.1\r\nhost: localhost\r\n${header.startsWith('authorization') ? '' : `authorization: Bearer ${token}\r\n`}${header}`;
      return { what: `${framing} ${header.slice(0, 40)}`, method: verb, path, ...framed(head, body, framing, header) };
    });
}

function framed(
  head: string,
  body: Dressed | null,
  framing: string,
  header: string,
): Pick<HostileRequest, 'bytes' | 'due' | 'thenEnd'> {
  const { bytes, headers } = body ?? { bytes: Buffer.alloc(0), headers: '' };
  const from = (text: string, ...rest: Buffer[]) =>
    Buffer.concat([Buffer.from(head + headers + text, 'latin1'), ...rest]);
  const isOdd = /^(?:transfer-encoding|content-length|expect|connection)/.test(header);
  switch (body === null ? 'length' : framing) {
    case 'chunked': {
      const size = `${bytes.length.toString(16)}\r\n`;
      const chunks = bytes.length === 0 ? [] : [Buffer.from(size), bytes, Buffer.from('\r\n')];
      return {
        bytes: from('transfer-encoding: chunked\r\n\r\n', ...chunks, Buffer.from('0\r\n\r\n')),
        due: 1,
        thenEnd: isOdd,
      };
    }
    case 'broken chunks':
      return { bytes: from('transfer-encoding: chunked\r\n\r\nzz\r\n', bytes), due: 1, thenEnd: true };
    case 'short':
      return { bytes: from(`content-length: ${bytes.length + 10}\r\n\r\n`, bytes), due: 1, thenEnd: true };
    case 'pipelined': {
      const whole = from(`content-length: ${bytes.length}\r\n\r\n`, bytes);
      return { bytes: Buffer.concat([whole, whole, Buffer.from('\u0000nonsense\r\n\r\n')]), due: 3, thenEnd: true };
    }
    default:
      return {
        bytes: from(body === null ? '\r\n' : `content-length: ${bytes.length}\r\n\r\n`, bytes),
        due: 1,
        thenEnd: isOdd,
      };
  }
}

const garbage: fc.Arbitrary<HostileRequest> = fc
  .oneof(
    fc.uint8Array({ minLength: 1, maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom(
        '\r\n\r\n\r\n',
        'GET\r\n\r\n',
        'GET /v1 HTTP/9.9\r\n\r\n',
        'GET /v1/prices/x HTTP/1.1\r\n\r\n',
        'GET /v1/prices/x HTTP/1.0\r\n\r\n',
        '\u0016\u0003\u0001\u0002',
        'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      )
      .map((text) => Buffer.from(text, 'latin1')),
  )
  .map((bytes) => ({ what: 'garbage', method: '', path: '', bytes, due: 1, thenEnd: true }));

/** Any hostile request; one in fifteen is no HTTP at all. */
export function hostileRequest(good: readonly GoodRequest[]): fc.Arbitrary<HostileRequest> {
  const service = good.filter(({ document }) => document !== 'control').map(worsened);
  const control = good.filter(({ document }) => document === 'control').map(worsened);
  return fc.oneof(
    { weight: 10, arbitrary: fc.oneof(...service) },
    { weight: 4, arbitrary: fc.oneof(...control) },
    { weight: 1, arbitrary: garbage },
  );
}
