/**
 * Stores the app's state for its user: in the browser, which all tabs read at once, and from there on the server,
 * because the app has another origin after the next start (decisions L132, L133). Independent of the network:
 * `app/shell/take-preferences.ts` sends and receives.
 */
import { createJSONStorage } from 'zustand/middleware';

/** A store of `persist`. */
interface StoredStore {
  readonly persist: { getOptions(): { readonly name?: string }; rehydrate(): Promise<void> | void };
}

const stores: StoredStore[] = [];
let report: (key: string) => void = () => undefined;

/** The storage of `persist`. Throws inside Zustand if there is no browser, so that nothing is stored. */
export const rememberedStorage = <State>() =>
  createJSONStorage<State>(() => {
    const { localStorage } = window;
    return {
      getItem: (key) => localStorage.getItem(key),
      setItem(key, text) {
        localStorage.setItem(key, text);
        report(key);
      },
      removeItem: (key) => localStorage.removeItem(key),
    };
  });

/** Registers a store that is reloaded once the browser has copied the server's stored values. */
export function remember(store: StoredStore): void {
  stores.push(store);
  shareWithTabs(store);
}

/**
 * Reloads the store whenever another tab has stored its value: a tab stores the whole value with each change, so
 * otherwise it would revert what the others have stored.
 */
export function shareWithTabs(store: StoredStore): void {
  if (typeof window === 'undefined') return;
  window.addEventListener('storage', ({ key }) => {
    if (key === store.persist.getOptions().name) void store.persist.rehydrate();
  });
}

/** `changed` is called with the key of every value stored from now on. */
export function reportChanges(changed: (key: string) => void): void {
  report = changed;
}

export async function readAnew(): Promise<void> {
  for (const { persist } of stores) await persist.rehydrate();
}
