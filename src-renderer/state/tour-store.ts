/**
 * The tour of this tab, which survives a reload of the page: a changed world can still be restored. Whether any was
 * completed survives everything.
 */
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { keyOfWorld } from './own-world.ts';
import { remember, rememberedStorage } from './remembered.ts';

/** The reader's role, which determines the steps. */
export type TourTrack = 'adviser' | 'analyst' | 'tester';

interface TourProgress {
  /** From 0; null while the tour is closed. */
  readonly step: number | null;
  /** Null until it is chosen. */
  readonly track: TourTrack | null;
  /** Whether the action of the step was run. */
  readonly wasRun: boolean;
  /** Whether it has changed the world; it saved a snapshot before. */
  readonly isChanged: boolean;
  /** The portfolio that it has rebalanced, with which it continues; null before. */
  readonly portfolioId: string | null;
}

interface TourState extends TourProgress {
  start(): void;
  choose(track: TourTrack): void;
  go(step: number): void;
  setRun(): void;
  setChanged(): void;
  goOnWith(portfolioId: string): void;
  end(isSeen: boolean): void;
}

interface TourSeen {
  /** Whether it was completed; the settings show it. */
  readonly isSeen: boolean;
}

export const useTourSeen = create<TourSeen>()(
  persist((): TourSeen => ({ isSeen: false }), { name: 'ballast-tour', version: 1, storage: rememberedStorage() }),
);
remember(useTourSeen);

const CLOSED: TourProgress = { step: null, track: null, wasRun: false, isChanged: false, portfolioId: null };

export const useTour = create<TourState>()(
  persist(
    (set) => ({
      ...CLOSED,
      start: () => set(({ step }) => ({ step: step ?? 0 })),
      choose: (track) => set({ track }),
      go: (step) => set({ step, wasRun: false }),
      setRun: () => set({ wasRun: true }),
      setChanged: () => set({ isChanged: true }),
      goOnWith: (portfolioId) => set({ portfolioId }),
      end: (isSeen) => {
        set(CLOSED);
        if (isSeen) useTourSeen.setState({ isSeen });
      },
    }),
    { name: keyOfWorld('ballast-tour-step'), version: 1, storage: createJSONStorage(() => sessionStorage) },
  ),
);
