/** Advances of the clock started here: the one that waits for a rebalance, and the latest that a snapshot can undo. */
import { create } from 'zustand';

/** The longest virtual time to wait for a rebalance, and its name. */
export const WAITS = [
  { within: '1d', words: '1 day' },
  { within: '7d', words: '1 week' },
  { within: '30d', words: '30 days' },
  { within: '366d', words: '1 year' },
] as const;
type Wait = (typeof WAITS)[number];

interface AwaitedAdvance {
  /** `progress.to` of that advance (ISO 8601); null if none was started here. */
  readonly advanceTo: string | null;
  await(advanceTo: string | null): void;
  readonly wait: Wait;
  choose(wait: Wait): void;
  /**
   * The snapshot from before the latest advance that was started here; null if none was taken. A promise, because the
   * stream may report the end of an advance before the response to its request arrives.
   */
  readonly snapshot: Promise<string | null>;
  begin(snapshot: Promise<string | null>): void;
}

export const useAwaitedAdvance = create<AwaitedAdvance>()((set) => ({
  advanceTo: null,
  await: (advanceTo) => set({ advanceTo }),
  wait: WAITS[1],
  choose: (wait) => set({ wait }),
  snapshot: Promise.resolve(null),
  begin: (snapshot) => set({ snapshot }),
}));
