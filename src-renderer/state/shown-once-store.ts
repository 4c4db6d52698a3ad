/**
 * Secrets that the service shows only once: they stay here, on every screen, until the user confirms that they are
 * copied. Leaving the app before that asks first. They are never stored elsewhere: a reload drops them.
 */
import { create } from 'zustand';
import type { CreatedKey } from '../../src-server/contract/control/accounts/accounts.ts';
import type { CreatedWorld } from '../../src-server/contract/control/worlds/worlds.ts';

interface ShownOnceState {
  readonly keys: readonly CreatedKey[];
  readonly worlds: readonly CreatedWorld[];
}

const EMPTY_STATE: ShownOnceState = { keys: [], worlds: [] };

export const useShownOnce = create<ShownOnceState>()(() => EMPTY_STATE);

export function showKeyOnce(key: CreatedKey): void {
  useShownOnce.setState(({ keys }) => ({ keys: [...keys, key] }));
}

export function showWorldOnce(world: CreatedWorld): void {
  useShownOnce.setState(({ worlds }) => ({ worlds: [...worlds, world] }));
}

/** Called after it was copied. */
export function putAway(made: CreatedKey | CreatedWorld): void {
  useShownOnce.setState(({ keys, worlds }) => ({
    keys: keys.filter((key) => key !== made),
    worlds: worlds.filter((world) => world !== made),
  }));
}

window.addEventListener('beforeunload', (event) => {
  const { keys, worlds } = useShownOnce.getState();
  if (keys.length + worlds.length > 0) event.preventDefault();
});
