/** Watched listings as `ISIN:MIC`, which survive a reload. Null: whatever portfolios hold. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { remember, rememberedStorage } from './remembered.ts';

interface WatchState {
  readonly chosen: readonly string[] | null;
  /** `null` goes back to what portfolios hold. */
  choose(listings: readonly string[] | null): void;
}

export const useWatch = create<WatchState>()(
  persist((set) => ({ chosen: null, choose: (chosen) => set({ chosen }) }), {
    name: 'ballast-watch',
    version: 1,
    storage: rememberedStorage(),
  }),
);
remember(useWatch);
