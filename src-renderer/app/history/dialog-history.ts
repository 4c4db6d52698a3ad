/**
 * The browser's history as the router sees it, which knows dialogs (`?dialog=…`). Opening one adds an entry, so that
 * the back button closes it. Closing it otherwise goes back to the entry of its page, and leaving its page replaces its
 * entry. An overlay with a path of its own, such as a plan over its portfolio, is closed by replacing it with the path
 * below, which also goes back. So no entry of a closed dialog is left: the back button never reopens one, and never has
 * to be pressed twice.
 */
import { withoutDialog } from '../../components/format/current-search-params.ts';

/**
 * Stored with an entry, beside the router's own state. An entry whose dialog was closed has `isClosed` until the
 * browser is back on the page.
 */
interface DialogState {
  /** The path of the entry before it. */
  readonly below: string | undefined;
  /** The previous entry is the page on which its dialog was opened. */
  readonly isOverPage: boolean;
}

/** Must be given to the router, once: `<BrowserRouter window={windowWithDialogs()}>`. */
export function windowWithDialogs(): Window & typeof globalThis {
  const dialogs = new DialogHistory();
  const listeners = new Map<unknown, () => void>();
  const addressOf = (to = window.location.href) => new URL(to, window.location.href);
  const history = withOwn(window.history, {
    pushState: (state: object, _unused: string, to: string) => dialogs.push(state, addressOf(to)),
    replaceState: (state: object, _unused: string, to?: string) => dialogs.replace(state, addressOf(to)),
  });
  return withOwn(window, {
    history,
    addEventListener(type: string, listener: () => void) {
      listeners.set(listener, () => dialogs.pop(listener));
      window.addEventListener(type, listeners.get(listener) ?? listener);
    },
    removeEventListener(type: string, listener: () => void) {
      window.removeEventListener(type, listeners.get(listener) ?? listener);
      listeners.delete(listener);
    },
  });
}

class DialogHistory {
  readonly #history = window.history;
  readonly #location = window.location;
  /** Changes that wait until the browser has gone back; null: it is not going back. */
  #waiting: (() => void)[] | null = null;

  push(state: object, to: URL): void {
    this.#whenThere(() => this.#push(state, to));
  }

  replace(state: object, to: URL): void {
    this.#whenThere(() => this.#replace(state, to));
  }

  /**
   * The browser shows another entry. The router knows of the change that closed a dialog, but not of those after it.
   */
  pop(notifyRouter: () => void): void {
    const changes = this.#waiting;
    this.#waiting = null;
    for (const change of changes ?? []) this.#whenThere(change);
    if (changes === null || changes.length > 1) notifyRouter();
  }

  #whenThere(change: () => void): void {
    if (this.#waiting === null) change();
    else this.#waiting.push(change);
  }

  #push(state: object, to: URL): void {
    const { below, isOverPage } = this.#shown;
    const next = { ...state, isOverPage: to.pathname === this.#location.pathname && hasDialog(to.href) };
    if (isOverPage) {
      this.#history.replaceState({ ...next, below }, '', to);
      return;
    }
    // A dialog that a link opened together with its page: the page stays.
    const page = withoutDialog(this.#location.href);
    if (page !== this.#location.href) this.#history.replaceState(this.#history.state, '', page);
    this.#history.pushState({ ...next, below: this.#location.pathname }, '', to);
  }

  #replace(state: object, to: URL): void {
    const { below, isOverPage } = this.#shown;
    const isBelow = below === to.pathname && to.pathname !== this.#location.pathname;
    const isClosed = !hasDialog(to.href) && (isOverPage || isBelow);
    this.#history.replaceState({ ...state, below, isOverPage: isOverPage && !isClosed, isClosed }, '', to);
    if (!isClosed) return;
    // The page below takes over changes made meanwhile, such as a filter.
    this.#waiting = [() => this.#history.replaceState({ ...state, below: this.#shown.below }, '', to)];
    this.#history.back();
  }

  get #shown(): DialogState {
    const { below, isOverPage = false } = (this.#history.state as Partial<DialogState> | null) ?? {};
    return { below, isOverPage: isOverPage && hasDialog(this.#location.href) };
  }
}

function hasDialog(address: string): boolean {
  return withoutDialog(address) !== address;
}

/** `target` with some of its own members replaced. */
function withOwn<T extends object>(target: T, own: object): T {
  return new Proxy(target, {
    get(_target, name) {
      const value: unknown = Reflect.get(name in own ? own : target, name);
      return typeof value === 'function' && !(name in own) ? value.bind(target) : value;
    },
  });
}
