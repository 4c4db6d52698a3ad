/** Detects the encoding of a text file and decodes it. Without zod, because the app decodes its files, too. */

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof ENCODINGS)[number];

interface DecodedText {
  /** Without a byte order mark. */
  readonly text: string;
  readonly encoding: Encoding;
}

/** The issue of a file that is not text. */
export const NO_TEXT =
  'is not a text file: save a spreadsheet as CSV, and an archive or an encrypted file as XML, JSON or CSV';

/**
 * A byte order mark decides; without one, bytes that are not UTF-8 are Windows-1252, which gives every byte a
 * character. `null` for a file that is not text: it contains zero bytes.
 */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  const marked = markOf(bytes) ?? unmarkedUtf16(bytes);
  const text = decode(bytes, marked ?? 'utf-8');
  const decoded = text === null && marked === null ? withEncoding(decode(bytes, 'windows-1252'), 'windows-1252') : null;
  const result = decoded ?? withEncoding(text, marked ?? 'utf-8');
  return result === null || result.text.includes('\0') ? null : result;
}

function withEncoding(text: string | null, encoding: Encoding): DecodedText | null {
  return text === null ? null : { text, encoding };
}

function markOf(bytes: Uint8Array): Encoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

/** Number of bytes that show it: in text of Latin letters, every other byte of UTF-16 is 0. */
const SHOWN_BY = 64;

function unmarkedUtf16(bytes: Uint8Array): Encoding | null {
  const start = bytes.subarray(0, SHOWN_BY);
  const zerosAt = (rest: number) => start.filter((byte, index) => byte === 0 && index % 2 === rest).length;
  const half = start.length / 2;
  if (half < 2) return null;
  if (zerosAt(1) > half * 0.7 && zerosAt(0) === 0) return 'utf-16le';
  return zerosAt(0) > half * 0.7 && zerosAt(1) === 0 ? 'utf-16be' : null;
}

function decode(bytes: Uint8Array, encoding: Encoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
