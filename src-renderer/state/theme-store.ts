/** The chosen colour scheme, which survives a reload and is the same in every tab. */
import type { MantineColorScheme } from '@mantine/core';
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
