/**
 * The keyboard on every screen: it runs commands, and opens overlays (the command palette and the list of shortcuts),
 * each loaded when it is opened.
 */
import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { COMMANDS } from '../../components/commands/command-table.ts';
import { Loaded, type LoadedContent } from '../../components/feedback/loaded.tsx';
import { loadWhileIdle } from '../../components/layout/load-while-idle.ts';
import { type Overlay, useOverlay } from '../../state/overlay-store.ts';
import { followKeys, isTaken, pressedKey } from './shortcut-keys.ts';
import { useCommand } from './use-command.ts';

const LOADERS: Partial<Record<Overlay, () => Promise<LoadedContent>>> = {
  palette: () => import('../palette/command-palette.tsx').then((module) => module.CommandPalette),
  shortcuts: () => import('./shortcut-sheet.tsx').then((module) => module.ShortcutSheet),
};

export function Overlays() {
  useShortcuts();
  // The palette then opens at once, even while the service is unreachable.
  useEffect(() => loadWhileIdle(Object.values(LOADERS)), []);
  const { open, close } = useOverlay();
  const load = open === null ? undefined : LOADERS[open];
  return load !== undefined && <Loaded key={open} load={load} onClose={close} />;
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
