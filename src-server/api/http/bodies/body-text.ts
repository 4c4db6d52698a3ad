/**
 * Decodes the bytes of a body to text and JSON (decision A4): UTF-8, which may begin with a byte order mark. Nothing is
 * guessed or replaced: bytes that are not UTF-8 are refused with their place, and so is text that is not JSON.
 */
import { isUtf8 } from 'node:buffer';
import type { Request } from 'express';
import { parseJson } from '../../../contract/json/parse-json.ts';
import { Problem } from '../problem.ts';

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i;
const BYTE_ORDER_MARK = '\uFEFF';

/** Returns a 400 if the headers of a request name another charset. */
export function charsetFault(request: Request): Problem | null {
  const charset = CHARSET.exec(request.headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  if (/^utf-?8$/i.test(charset)) return null;
  return new Problem('invalid_request', `The request body must be UTF-8, and its charset is ${charset || 'empty'}.`);
}

/** Throws a `Problem` (400) for bytes that are not UTF-8. */
export function textOfBody(bytes: Buffer): string {
  if (!isUtf8(bytes)) {
    const offset = firstInvalid(bytes);
    const byte = bytes
      .subarray(offset, offset + 1)
      .toString('hex')
      .toUpperCase();
    throw new Problem(
      'invalid_request',
      `The request body must be UTF-8: the byte 0x${byte} at offset ${offset} is not.`,
    );
  }
  const text = bytes.toString('utf8');
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

/** Throws a `Problem` (400) with line and column, both from 1, for a text that is not JSON. */
export function jsonOfBody(text: string): unknown {
  const parsed = parseJson(text);
  if (parsed.ok) return parsed.value;
  throw new Problem('invalid_request', `The request body is not valid JSON: ${parsed.place}.`);
}

/** Returns the number of bytes of a character, from its first one. */
function lengthOf(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte < 0xc2) return 0;
  if (byte < 0xe0) return 2;
  if (byte < 0xf0) return 3;
  return byte < 0xf5 ? 4 : 0;
}

const BLOCK_BYTES = 65_536;

/** Returns the place of the first invalid character. Whole blocks are skipped, so that a large body takes no time. */
function firstInvalid(bytes: Buffer): number {
  for (let at = 0; at < bytes.length; ) {
    let end = Math.min(at + BLOCK_BYTES, bytes.length);
    while (end > at && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
    if (end > at && isUtf8(bytes.subarray(at, end))) {
      at = end;
      continue;
    }
    return at + firstInvalidIn(bytes.subarray(at));
  }
  return bytes.length;
}

function firstInvalidIn(bytes: Buffer): number {
  for (let at = 0; at < bytes.length; ) {
    const length = lengthOf(bytes[at] ?? 0);
    if (length === 0 || !isUtf8(bytes.subarray(at, at + length))) return at;
    at += length;
  }
  return bytes.length;
}
