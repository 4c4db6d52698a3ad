/** The ids of recent choices in the command palette, latest first. They survive a reload. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { remember, rememberedStorage } from './remembered.ts';

interface RecentChoices {
  /** Ids of palette entries: `command/next-event`, `portfolio/pf_…`. */
  readonly chosen: readonly string[];
  choose(entryId: string): void;
}

const MAX_RECENT = 24;

export const useRecentChoices = create<RecentChoices>()(
  persist(
    (set) => ({
      chosen: [],
      choose: (entryId) =>
        set(({ chosen }) => ({
          chosen: [entryId, ...chosen.filter((other) => other !== entryId)].slice(0, MAX_RECENT),
        })),
    }),
    { name: 'ballast-recent-choices', version: 1, storage: rememberedStorage() },
  ),
);
remember(useRecentChoices);
