/** The chosen colour scheme, in the form in which Mantine reads and sets it. */
import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { useTheme } from '../../state/theme-store.ts';

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
      const onStored = async ({ key }: StorageEvent) => {
        if (key !== useTheme.persist.getOptions().name) return;
        await useTheme.persist.rehydrate();
        onUpdate(scheme('auto'));
      };
      window.addEventListener('storage', onStored);
      unsubscribe = () => window.removeEventListener('storage', onStored);
    },
    unsubscribe: () => unsubscribe(),
  };
}
