/** Advances of the clock that were started here: one until a rebalance is final, and one that a snapshot can undo. */
import { create } from 'zustand';

/** The longest virtual time to wait for a rebalance, and its name. */
export const WAITS = [
  { within: '1d', words: '1 day' },
  { within: '7d', words: '1 week' },
  { within: '30d', words: '30 days' },
  { within: '366d', words: '1 year' },
] as const;
export type Wait = (typeof WAITS)[number];

interface AwaitedAdvance {
  /** `progress.to` of that advance (ISO 8601); null when none was started here. */
  readonly advanceTo: string | null;
  await(advanceTo: string | null): void;
  readonly wait: Wait;
  choose(wait: Wait): void;
  /**
   * The snapshot from before the latest advance that was started here; null where none was taken. A promise, because
   * the stream may report the end of an advance before the request that started it is answered.
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
