/** The step of the tour, and whether it was completed. Only the latter survives a reload. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { remember, rememberedStorage } from './remembered.ts';

/** The reader's role, which determines the steps. */
export type TourTrack = 'adviser' | 'analyst' | 'tester';

interface TourState {
  /** From 0; null while the tour is closed. */
  readonly step: number | null;
  /** Null until it is chosen. */
  readonly track: TourTrack | null;
  /** Whether it was completed; the settings show it. */
  readonly isSeen: boolean;
  /** Whether it has changed the world; it saved a snapshot before. */
  readonly isChanged: boolean;
  /** The portfolio that it has rebalanced, with which it continues; null before. */
  readonly portfolioId: string | null;
  start(): void;
  choose(track: TourTrack): void;
  go(step: number): void;
  setChanged(): void;
  goOnWith(portfolioId: string): void;
  end(isSeen: boolean): void;
}

export const useTour = create<TourState>()(
  persist(
    (set) => ({
      step: null,
      track: null,
      isSeen: false,
      isChanged: false,
      portfolioId: null,
      start: () => set(({ step }) => ({ step: step ?? 0 })),
      choose: (track) => set({ track }),
      go: (step) => set({ step }),
      setChanged: () => set({ isChanged: true }),
      goOnWith: (portfolioId) => set({ portfolioId }),
      end: (isSeen) =>
        set((before) => ({
          step: null,
          track: null,
          isChanged: false,
          portfolioId: null,
          isSeen: before.isSeen || isSeen,
        })),
    }),
    { name: 'ballast-tour', version: 1, storage: rememberedStorage(), partialize: ({ isSeen }) => ({ isSeen }) },
  ),
);
remember(useTour);
