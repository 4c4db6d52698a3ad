/**
 * What the app remembers for its user: in the browser, which all tabs read at once, and through it on the server, because
 * the app has another origin after the next start (decisions L132, L133). Knows nothing of the network: `app/shell/take-preferences.ts`
 * sends and takes.
 */
import { createJSONStorage } from 'zustand/middleware';

interface RememberedStore {
  readonly persist: { rehydrate(): Promise<void> | void };
}

const stores: RememberedStore[] = [];
let report: (key: string) => void = () => undefined;

/** Where a store of `persist` is stored. Throws inside Zustand where there is no browser, which then stores nothing. */
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

/** A store that is read anew once the browser has taken what the server stored. */
export function remember(store: RememberedStore): void {
  stores.push(store);
}

/** `changed` is told the key of everything that is stored from now on. */
export function reportChanges(changed: (key: string) => void): void {
  report = changed;
}

export async function readAnew(): Promise<void> {
  for (const { persist } of stores) await persist.rehydrate();
}
