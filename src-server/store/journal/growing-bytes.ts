/**
 * Texts written one after another as UTF-8 into memory that grows: what is written is held no longer, so texts die as young as
 * if nobody had taken them down. Refuses to read.
 */

export interface GrowingBytes {
  readonly used: number;
  /** Returns how many bytes it is. */
  put(text: string): number;
  /** What was put, in memory of its own that may be given away; begins anew. */
  take(): Uint8Array<ArrayBuffer>;
  /** Begins anew. */
  drop(): void;
}

const LEAST_BYTES = 16_384;
/** What one large text needed is not kept for all that come after it. */
const MOST_KEPT_BYTES = 4_194_304;
/** No character of a text in memory is more bytes than this. */
const BYTES_PER_CHARACTER = 3;

export function createGrowingBytes(): GrowingBytes {
  let memory = Buffer.allocUnsafeSlow(LEAST_BYTES);
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
      const isKept = memory.length <= MOST_KEPT_BYTES;
      // Little is copied, so that much memory does not travel with it.
      if (isKept && bytes * 2 < memory.length) return taken.slice();
      memory = Buffer.allocUnsafeSlow(isKept ? memory.length : LEAST_BYTES);
      return taken;
    },
    drop() {
      used = 0;
    },
  };
}
