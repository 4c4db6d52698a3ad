/**
 * The overlays that the keyboard opens over every screen: the command palette and the list of shortcuts, each loaded
 * when it is opened.
 */
import { type ComponentType, useEffect, useState } from 'react';
import { showFailure } from '../../components/feedback/show-failure.ts';
import { loadWhileIdle } from '../../components/layout/load-while-idle.ts';
import { type Overlay, useOverlay } from '../../state/overlay-store.ts';
import { useShortcuts } from './use-shortcuts.ts';

type OverlayContent = ComponentType<{ readonly onClose: () => void }>;

const LOADERS: Partial<Record<Overlay, () => Promise<OverlayContent>>> = {
  palette: () => import('../palette/command-palette.tsx').then((module) => module.CommandPalette),
  shortcuts: () => import('./shortcut-sheet.tsx').then((module) => module.ShortcutSheet),
};

export function Overlays() {
  useShortcuts();
  // The palette then opens at once, even while the service is unreachable.
  useEffect(() => loadWhileIdle(Object.values(LOADERS)), []);
  const open = useOverlay((state) => state.open);
  return open !== null && open in LOADERS && <Loaded key={open} overlay={open} />;
}

/** Not `lazy`: Suspense delays its content by some tenths of a second, which is too slow for a palette. */
function Loaded({ overlay }: { readonly overlay: Overlay }) {
  const close = useOverlay((state) => state.close);
  const [Content, setContent] = useState<OverlayContent | null>(null);
  useEffect(() => {
    let isWanted = true;
    const failed = (error: unknown) => {
      showFailure('Opening it', error);
      close();
    };
    LOADERS[overlay]?.().then((component) => isWanted && setContent(() => component), failed);
    return () => {
      isWanted = false;
    };
  }, [overlay, close]);
  return Content !== null && <Content onClose={close} />;
}
