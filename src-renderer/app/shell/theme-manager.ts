/** The chosen colour scheme, which survives a reload and is the same in every tab, in the form that Mantine uses. */
import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { remember, rememberedStorage } from '../../state/remembered.ts';

/**
 * For Mantine, which renders in it from the first frame on; when another tab changes the scheme, Mantine sets it again
 * here.
 */
export function themeManager(): MantineColorSchemeManager {
  let unsubscribe: () => void = () => undefined;
  const scheme = (otherwise: MantineColorScheme) => useTheme.getState().scheme ?? otherwise;
  return {
    get: scheme,
    set: (chosen) => useTheme.setState({ scheme: chosen }),
    clear: () => useTheme.setState({ scheme: null }),
    subscribe(onUpdate) {
      unsubscribe = useTheme.persist.onFinishHydration(() => onUpdate(scheme('auto')));
    },
    unsubscribe: () => unsubscribe(),
  };
}

interface ThemeState {
  /** `null`: none was chosen. */
  readonly scheme: MantineColorScheme | null;
}

const useTheme = create<ThemeState>()(
  persist((): ThemeState => ({ scheme: null }), { name: 'ballast-theme', version: 1, storage: rememberedStorage() }),
);
remember(useTheme);
