/** The step of the tour, and whether it was seen. Only the latter survives a reload. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { remember, rememberedStorage } from './remembered.ts';

/** What its reader does, which decides what it shows. */
export type TourTrack = 'adviser' | 'analyst' | 'tester';

interface TourState {
  /** From 0; null while there is none. */
  readonly step: number | null;
  /** Null until it is chosen. */
  readonly track: TourTrack | null;
  /** Whether it was seen to its end; the settings show it. */
  readonly isSeen: boolean;
  /** Whether it has changed the world, of which it then saved a snapshot. */
  readonly isChanged: boolean;
  /** The portfolio that it has rebalanced, which it goes on with; null before. */
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
