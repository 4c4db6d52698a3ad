/** The step of the tour, and whether it was seen. Only the latter survives a reload. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface TourState {
  /** From 0; null while there is none. */
  readonly step: number | null;
  /** Whether it was seen to its end; the settings show it. */
  readonly isSeen: boolean;
  start(): void;
  go(step: number): void;
  end(isSeen: boolean): void;
}

export const useTour = create<TourState>()(
  persist(
    (set) => ({
      step: null,
      isSeen: false,
      start: () => set({ step: 0 }),
      go: (step) => set({ step }),
      end: (isSeen) => set((before) => ({ step: null, isSeen: before.isSeen || isSeen })),
    }),
    { name: 'ballast-tour', version: 1, partialize: ({ isSeen }) => ({ isSeen }) },
  ),
);
