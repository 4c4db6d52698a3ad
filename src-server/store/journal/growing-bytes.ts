/**
 * Appends texts as UTF-8 to memory that grows. The texts themselves are not referenced, so they are collected as early
 * as if they had not been written.
 */

interface GrowingBytes {
  readonly used: number;
  /** Returns the number of bytes. */
  put(text: string): number;
  /** Returns the bytes, in memory that can be transferred, and starts again. */
  take(): Uint8Array<ArrayBuffer>;
  /** Discards the bytes and starts again. */
  drop(): void;
}

const MIN_BYTES = 16_384;
/** Larger memory, which one large text needed, is not used again. */
const MAX_REUSED_BYTES = 4_194_304;
/** No character of a text has more bytes. */
const BYTES_PER_CHARACTER = 3;

export function createGrowingBytes(): GrowingBytes {
  let memory = Buffer.allocUnsafeSlow(MIN_BYTES);
  let used = 0;
  const makeRoom = (bytes: number) => {
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * memory.length, used + bytes));
    memory.copy(larger, 0, 0, used);
    memory = larger;
  };
  return {
    get used() {
      return used;
    },
    put(text) {
      if (memory.length - used < text.length * BYTES_PER_CHARACTER) {
        const bytes = Buffer.byteLength(text);
        if (memory.length - used < bytes) makeRoom(bytes);
      }
      const bytes = memory.write(text, used);
      used += bytes;
      return bytes;
    },
    take() {
      const taken = new Uint8Array(memory.buffer, 0, used);
      const bytes = used;
      used = 0;
      const isReused = memory.length <= MAX_REUSED_BYTES;
      // A short text is copied, so that no large memory is transferred with it.
      if (isReused && bytes * 2 < memory.length) return taken.slice();
      memory = Buffer.allocUnsafeSlow(isReused ? memory.length : MIN_BYTES);
      return taken;
    },
    drop() {
      used = 0;
    },
  };
}
