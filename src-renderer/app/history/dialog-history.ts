/**
 * The browser's history as the router sees it, which knows dialogs (`?dialog=…`). Opening one adds an entry, so that the back
 * button closes it. Closing it otherwise goes back to the entry of its page, and leaving its page takes the place of its entry.
 * What has a path of its own, like a plan over its portfolio, is closed by replacing it with the path below, which goes back, too.
 * So no entry of a dialog that was closed is left: back never opens one again, and never has to be pressed twice.
 */
import { withoutDialog } from '../../components/format/current-search-params.ts';

/** What is stored with an entry beside what the router stores. */
interface DialogState {
  /** The path of the entry before it. */
  readonly below?: string;
  /** True: the entry before it is the page on which its dialog was opened. */
  readonly isOverPage?: boolean;
  /** True: its dialog was closed, and the browser is on its way back to the page. */
  readonly isClosed?: boolean;
}

/** A change of the history that waits until the browser has gone back. */
type Change = () => void;

/** To be given to the router, once: `<BrowserRouter window={windowWithDialogs()}>`. */
export function windowWithDialogs(): Window & typeof globalThis {
  const { history, location } = window;
  const onPop = new Map<unknown, () => void>();
  /** Null: the browser is not on its way back. */
  let waiting: Change[] | null = null;

  const stored = (): DialogState => (history.state as DialogState | null) ?? {};
  const isOverPage = () => stored().isOverPage === true && hasDialog(location.href);

  /** A dialog on the page that is shown: its entry comes after that of the page. */
  const overShownPage = (to: URL) => to.pathname === location.pathname && hasDialog(to.href);

  function push(state: object, to: URL): void {
    const isOver = overShownPage(to);
    if (isOverPage()) {
      history.replaceState({ ...state, below: stored().below, isOverPage: isOver }, '', to);
      return;
    }
    // A dialog that a link opened together with its page: the page stays.
    if (hasDialog(location.href)) history.replaceState(history.state, '', withoutDialog(location.href));
    history.pushState({ ...state, below: location.pathname, isOverPage: isOver }, '', to);
  }

  function replace(state: object, to: URL): void {
    const [isOver, { below }] = [isOverPage(), stored()];
    const isBelow = below === to.pathname && to.pathname !== location.pathname;
    const isClosed = !hasDialog(to.href) && (isOver || isBelow);
    history.replaceState({ ...state, below, isOverPage: isOver && !isClosed, isClosed }, '', to);
    if (!isClosed) return;
    // The page below takes over what was changed meanwhile, such as a filter.
    waiting = [() => history.replaceState({ ...state, below: stored().below }, '', to)];
    history.back();
  }

  function change(work: Change): void {
    if (waiting === null) work();
    else waiting.push(work);
  }

  function popped(listener: () => void): void {
    const changes = waiting;
    waiting = null;
    for (const each of changes ?? []) change(each);
    // The router has heard of the change that closed the dialog; only what waited behind it is new.
    if (changes === null || changes.length > 1) listener();
  }

  const ownHistory = withOwn(history, {
    pushState: (state: object, _unused: string, to: string) => change(() => push(state, new URL(to, location.href))),
    replaceState: (state: object, _unused: string, to?: string) =>
      change(() => replace(state, new URL(to ?? location.href, location.href))),
  });
  return withOwn(window, {
    history: ownHistory,
    addEventListener(type: string, listener: () => void) {
      onPop.set(listener, () => popped(listener));
      window.addEventListener(type, onPop.get(listener) ?? listener);
    },
    removeEventListener(type: string, listener: () => void) {
      window.removeEventListener(type, onPop.get(listener) ?? listener);
      onPop.delete(listener);
    },
  });
}

function hasDialog(address: string): boolean {
  return withoutDialog(address) !== address;
}

/** `target` with other members in place of some of its own. */
function withOwn<T extends object>(target: T, own: object): T {
  return new Proxy(target, {
    get(_target, name) {
      const value: unknown = Reflect.get(name in own ? own : target, name);
      return typeof value === 'function' && !(name in own) ? value.bind(target) : value;
    },
  });
}
