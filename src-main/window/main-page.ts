/**
 * The page in the window: a page of the server, at the address where the user was, or a page about an outage. Queues
 * messages until the page listens. Loads nothing else.
 */

import type { WebContents } from 'electron';
import type { ToPage } from '../../src-server/contract/desktop.ts';
import { desktopChannel } from '../bridge/desktop-bridge.ts';
import { type Outage, outagePage } from './outage-page.ts';

export type MainPage = ReturnType<typeof createMainPage>;

/** Older messages than these are dropped. */
export const maxWaiting = 16;
/** The parameter that lets the window in. It is valid once, and not part of the user's current address. */
const entryParameter = 'entry';
/** Chromium's code for a load that another load replaced. */
const abortedCode = -3;
const restarting = 'It is restarting. This takes a few seconds; the page then reloads automatically.';

/** `note` writes to the log. */
export function createMainPage(contents: WebContents, note: (text: string) => void) {
  let origin: string | null = null;
  let path = '/';
  let shows = false;
  let isListening = false;
  let waiting: ToPage[] = [];
  const goTo = (url: string) => void contents.loadURL(url).catch(() => undefined);
  const rememberPath = (url: string) => {
    const own = origin !== null && URL.canParse(url) && new URL(url).origin === origin ? new URL(url) : null;
    own?.searchParams.delete(entryParameter);
    if (own !== null) path = `${own.pathname}${own.search}${own.hash}`;
    return own !== null;
  };
  const showOutage = (outage: Omit<Outage, 'address'>) => {
    shows = false;
    isListening = false;
    goTo(outagePage({ ...outage, address: `${origin}${path}` }));
  };
  contents.on('did-navigate', (_event, url) => {
    isListening = false;
    shows = rememberPath(url);
  });
  contents.on('did-navigate-in-page', (_event, url, isMainFrame) => {
    if (isMainFrame) rememberPath(url);
  });
  contents.on('did-fail-load', (_event, code, _description, url, isMainFrame) => {
    if (!isMainFrame || code === abortedCode || !rememberPath(url)) return;
    showOutage({ what: 'The Ballast service does not respond.', next: restarting });
  });
  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    note(`The page has ended: ${reason}.`);
    const next = 'The service and its data are not affected.';
    showOutage({ what: `The page crashed (${reason}).`, next });
  });
  return {
    /** A page of the same origin that is still shown stays as it is, with all input. */
    serverIsAt(address: URL): void {
      if (shows && address.origin === origin) return;
      origin = address.origin;
      shows = true;
      const wanted = new URL(path, origin);
      const entry = address.searchParams.get(entryParameter);
      if (entry !== null) wanted.searchParams.set(entryParameter, entry);
      goTo(wanted.href);
    },
    post(message: ToPage): void {
      if (isListening) contents.send(desktopChannel, message);
      else waiting = [...waiting, message].slice(-maxWaiting);
    },
    /** Called when the page has reported that it listens. */
    listens(): void {
      isListening = true;
      for (const message of waiting) contents.send(desktopChannel, message);
      waiting = [];
    },
  };
}
