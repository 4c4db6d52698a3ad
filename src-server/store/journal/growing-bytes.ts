/**
 * Texts written one after another as UTF-8 into memory that grows. The texts themselves are not referenced, so they are
 * collected as early as if nobody had written them.
 */

interface GrowingBytes {
  readonly used: number;
  /** Returns how many bytes it is. */
  put(text: string): number;
  /** What was put, in memory of its own that can be transferred; begins anew. */
  take(): Uint8Array<ArrayBuffer>;
  /** Begins anew. */
  drop(): void;
}

const MIN_BYTES = 16_384;
/** Memory that grew larger, for one large text, is not used again. */
const MAX_REUSED_BYTES = 4_194_304;
/** No character of a text in memory is more bytes than this. */
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
      // Little text is copied, so that no large memory is transferred with it.
      if (isReused && bytes * 2 < memory.length) return taken.slice();
      memory = Buffer.allocUnsafeSlow(isReused ? memory.length : MIN_BYTES);
      return taken;
    },
    drop() {
      used = 0;
    },
  };
}
