/**
 * Tabs of a browser without the browser: each has a `window` of its own, one storage serves all, and what a tab stores
 * is reported to the others. A module that a tab loads is its own copy, as in a page.
 */
import { vi } from 'vitest';

export class Browser {
  readonly stored = new Map<string, string>();
  readonly #tabs: EventTarget[] = [];

  /**
   * Loads modules in a new tab: `load` imports them, and has to do so when it is called. `session`: what the tab itself
   * stores, which a reload keeps.
   */
  async open<Loaded>(load: () => Promise<Loaded>, path = '/', session = new Map<string, string>()): Promise<Loaded> {
    const { stored } = this;
    const tab = new EventTarget();
    const store = (key: string, change: () => void) => {
      const before = stored.get(key);
      change();
      if (stored.get(key) === before) return;
      for (const other of this.#tabs) {
        if (other !== tab) other.dispatchEvent(Object.assign(new Event('storage'), { key }));
      }
    };
    const localStorage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => store(key, () => stored.set(key, text)),
      removeItem: (key: string) => store(key, () => stored.delete(key)),
    };
    const location = { pathname: path, search: '', origin: 'http://ballast.localhost', port: '' };
    this.#tabs.push(Object.assign(tab, { localStorage, location }));
    vi.resetModules();
    vi.stubGlobal('window', tab);
    vi.stubGlobal('localStorage', localStorage);
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => session.get(key) ?? null,
      setItem: (key: string, text: string) => session.set(key, text),
      removeItem: (key: string) => session.delete(key),
    });
    try {
      return await load();
    } finally {
      vi.unstubAllGlobals();
      vi.resetModules();
    }
  }
}
