/** Which advance of the clock was started to see a rebalance final. Its end, as announced, tells it from any other. */
import { create } from 'zustand';

interface Awaited {
  /** `progress.to` of that advance (ISO 8601), null when none was started here. */
  readonly advanceTo: string | null;
  await(advanceTo: string | null): void;
}

export const useAwaited = create<Awaited>()((set) => ({
  advanceTo: null,
  await: (advanceTo) => set({ advanceTo }),
}));
