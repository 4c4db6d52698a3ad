/** Collects the body of a message as text for a log: decompressed, and up to a limit. Does not change the message. */
import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** Of a body, and of its decompressed content. */
const MAX_STORED_BODY_BYTES = 10_485_760;

export interface StoredBody {
  /** `null`: the text is not known. */
  readonly text: string | null;
  /** Why the text is not known, as the end of a sentence that begins with its message; `null` where it is. */
  readonly gap: string | null;
}

/** Collects from now on; the returned function gives the body so far. */
export function storeBody(message: IncomingMessage): () => StoredBody {
  const chunks: Buffer[] = [];
  let bytes = 0;
  message.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MAX_STORED_BODY_BYTES) chunks.push(chunk);
  });
  return () => {
    if (bytes > MAX_STORED_BODY_BYTES) return { text: null, gap: `is longer than ${MAX_STORED_BODY_BYTES} bytes` };
    if (!message.complete) return { text: null, gap: 'broke off' };
    return unpacked(Buffer.concat(chunks), message.headers['content-encoding']);
  };
}

const UNPACK: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

function unpacked(bytes: Buffer, encoding = 'identity'): StoredBody {
  const unpack = UNPACK[encoding.trim().toLowerCase()];
  if (bytes.length === 0 || encoding === 'identity') return { text: bytes.toString('utf8'), gap: null };
  if (unpack === undefined) return { text: null, gap: `has the content encoding ${encoding}, which is not supported` };
  try {
    return { text: unpack(bytes, { maxOutputLength: MAX_STORED_BODY_BYTES }).toString('utf8'), gap: null };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { text: null, gap: `has the content encoding ${encoding}, but cannot be decoded: ${why}` };
  }
}
