/**
 * The keyboard on every screen: it runs commands, and opens overlays (the command palette and the list of shortcuts),
 * each loaded when it is opened.
 */
import { type ComponentType, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { COMMANDS } from '../../components/commands/command-table.ts';
import { showFailure } from '../../components/feedback/show-failure.ts';
import { loadWhileIdle } from '../../components/layout/load-while-idle.ts';
import { type Overlay, useOverlay } from '../../state/overlay-store.ts';
import { followKeys, isTaken, pressedKey } from './shortcut-keys.ts';
import { useCommand } from './use-command.ts';

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

/** After this time, a `g` no longer begins a sequence. */
const LAPSES_AFTER_MS = 1_500;

const BY_KEYS = new Map(COMMANDS.flatMap((command) => (command.keys === undefined ? [] : [[command.keys, command]])));
const SEQUENCES = [...BY_KEYS.keys()];

/** Runs the commands whose keys are pressed, except while the user types or a dialog is open. */
function useShortcuts(): void {
  const run = useEffectEvent(useCommand());
  // Before the first paint, so that the keyboard works as soon as anything is visible.
  useLayoutEffect(() => {
    let prefix: string | null = null;
    let prefixAtMs = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      const key = event.defaultPrevented ? null : pressedKey(event);
      if (key === null || isTaken(key, event.target)) return;
      const isLate = event.timeStamp - prefixAtMs > LAPSES_AFTER_MS;
      const followed = followKeys(SEQUENCES, isLate ? null : prefix, key);
      prefix = followed.prefix;
      prefixAtMs = event.timeStamp;
      const command = followed.done === null ? undefined : BY_KEYS.get(followed.done);
      if (command === undefined) return;
      event.preventDefault();
      run(command.run);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
