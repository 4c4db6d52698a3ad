/**
 * Timeouts that end with the world they were set in: delayed responses are sent at once when their world is replaced.
 */

type After = (delayMs: number, run: () => void) => () => void;

/** A timeout that is ended may set another (a body that is sent in pieces), but not for ever. */
const MOST_ROUNDS = 10_000;

interface WorldTimeouts {
  readonly after: After;
  /** Runs everything that still waits, and whatever waits because of it, without delay. */
  endAll(onError: (error: unknown) => void): void;
}

export function createWorldTimeouts(after: After): WorldTimeouts {
  const waiting = new Map<() => void, () => void>();
  return {
    after(delayMs, run) {
      const wait = () => {
        waiting.delete(wait);
        run();
      };
      const cancel = after(delayMs, wait);
      waiting.set(wait, cancel);
      return () => {
        waiting.delete(wait);
        cancel();
      };
    },
    endAll(onError) {
      for (let round = 0; waiting.size > 0 && round < MOST_ROUNDS; round += 1) {
        for (const [wait, cancel] of [...waiting]) {
          cancel();
          runSafely(wait, onError);
        }
      }
      for (const cancel of waiting.values()) cancel();
      waiting.clear();
    },
  };
}

function runSafely(run: () => void, onError: (error: unknown) => void): void {
  try {
    run();
  } catch (error) {
    onError(error);
  }
}
