/** Runs the commands whose keys are pressed, except while the user types or a dialog is open. */
import { useEffectEvent, useLayoutEffect } from 'react';
import { COMMANDS } from '../../components/commands/command-table.ts';
import { followKeys, isTaken, pressedKey } from './shortcut-keys.ts';
import { useCommand } from './use-command.ts';

/** After this time, a `g` no longer begins a sequence. */
const LAPSES_AFTER_MS = 1_500;

const BY_KEYS = new Map(COMMANDS.flatMap((command) => (command.keys === undefined ? [] : [[command.keys, command]])));
const SEQUENCES = [...BY_KEYS.keys()];

export function useShortcuts(): void {
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
