/** Watched listings of each world as `ISIN:MIC`, which survive a reload. Null: those that portfolios hold. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { DEFAULT_WORLD } from '../../src-server/contract/control/worlds/world-address.ts';
import { ownWorld } from './own-world.ts';
import { remember, rememberedStorage } from './remembered.ts';

type Watched = readonly string[] | null;

interface WatchState {
  readonly chosen: Watched;
  /** For other worlds, by their names. */
  readonly others: Readonly<Record<string, Watched>>;
  /** `null` resets to those that portfolios hold. */
  choose(listings: readonly string[] | null): void;
  /** Drops the list of a world. */
  forget(world: string): void;
}

export const useWatch = create<WatchState>()(
  persist(
    (set) => ({
      chosen: null,
      others: {},
      choose: (chosen) => set({ chosen }),
      forget: (world) =>
        set(({ chosen, others: { [world]: _dropped, ...others } }) => ({
          chosen: world === ownWorld ? null : chosen,
          others,
        })),
    }),
    {
      name: 'ballast-watch',
      version: 2,
      storage: rememberedStorage(),
      partialize: ({ chosen, others }) => ({ worlds: { ...others, [ownWorld]: chosen } }),
      // Before this version, all worlds had one list.
      migrate: (stored) => ({ worlds: { [DEFAULT_WORLD]: (stored as { readonly chosen: Watched }).chosen } }),
      merge: (stored, current) => {
        const { worlds = {} } = (stored ?? {}) as { readonly worlds?: WatchState['others'] };
        const { [ownWorld]: chosen = null, ...others } = worlds;
        return { ...current, chosen, others };
      },
    },
  ),
);
remember(useWatch);
