/** The draft of an exploration that was begun and not started: it survives leaving the page and a reload. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { remember, rememberedStorage } from '../../../state/remembered.ts';
import type { ExplorationDraft } from './exploration-draft.ts';

interface UnsentExploration {
  /** `null`: none was begun, or it was started. */
  readonly draft: ExplorationDraft | null;
  store(draft: ExplorationDraft): void;
  drop(): void;
}

export const useUnsentExploration = create<UnsentExploration>()(
  persist(
    (set) => ({
      draft: null,
      store: (draft) => set({ draft }),
      drop: () => set({ draft: null }),
    }),
    {
      name: 'ballast-exploration',
      version: 1,
      storage: rememberedStorage(),
      partialize: ({ draft }) => ({ draft }),
    },
  ),
);
remember(useUnsentExploration);
