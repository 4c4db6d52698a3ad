/** The colour scheme that was chosen, which survives a reload and is the same in every tab. */
import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { remember, rememberedStorage } from './remembered.ts';

interface ThemeState {
  /** `null`: none was chosen. */
  readonly scheme: MantineColorScheme | null;
}

const NAME = 'ballast-theme';

export const useTheme = create<ThemeState>()(
  persist((): ThemeState => ({ scheme: null }), { name: NAME, version: 1, storage: rememberedStorage() }),
);
remember(useTheme);

/** For Mantine, which draws in it from the first frame on, and answers what another tab has chosen by setting it. */
export function themeManager(): MantineColorSchemeManager {
  let unsubscribe: () => void = () => undefined;
  const scheme = (otherwise: MantineColorScheme) => useTheme.getState().scheme ?? otherwise;
  return {
    get: scheme,
    set: (chosen) => useTheme.setState({ scheme: chosen }),
    clear: () => useTheme.setState({ scheme: null }),
    subscribe(onUpdate) {
      const onStored = async ({ key }: StorageEvent) => {
        if (key !== NAME) return;
        await useTheme.persist.rehydrate();
        onUpdate(scheme('auto'));
      };
      window.addEventListener('storage', onStored);
      unsubscribe = () => window.removeEventListener('storage', onStored);
    },
    unsubscribe: () => unsubscribe(),
  };
}
