/**
 * What the pages may not do, whatever they contain: leave the server's own origin, open windows, ask for permissions,
 * embed other contents, fetch files from elsewhere. Links to the outside open in the user's browser, https only. Refuses to trust the pages.
 */

import type { Session, Shell, WebContents, WebFrameMain } from 'electron';

/** Bolts every contents the app ever creates; `origin` is the server's, null until it is known. */
export function guardContents(
  shell: Pick<Shell, 'openExternal'>,
  contents: WebContents,
  origin: () => string | null,
): void {
  const stay = (event: { preventDefault(): void }, url: string) => {
    if (isOwn(url, origin())) return;
    event.preventDefault();
    openOutside(shell, url);
  };
  contents.on('will-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-frame-navigate', (event) => {
    // A frame inside of a page opens nothing outside: nobody clicked a link of Ballast's.
    if (!event.isMainFrame && !isOwn(event.url, origin())) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    // An own page may open beside the first one (a middle click); its contents pass through here as well.
    if (isOwn(url, origin())) return { action: 'allow' };
    openOutside(shell, url);
    return { action: 'deny' };
  });
}

type GuardedSession = Pick<
  Session,
  'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler' | 'on'
>;

/** The one permission with a use here is writing to the clipboard after a click; everything else is refused. */
export function denyPermissions(session: GuardedSession, origin: () => string | null): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(isHarmless(permission)));
  session.setPermissionCheckHandler((_contents, permission) => isHarmless(permission));
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event, item) => {
    if (!isOwn(item.getURL(), origin())) event.preventDefault();
  });
}

/** Whether a message comes from the top of a page of the server's. A sandboxed answer of a sink has no origin of its own. */
export function isOwnFrame(frame: WebFrameMain | null, origin: string | null): boolean {
  return origin !== null && frame !== null && frame.parent === null && frame.origin === origin;
}

function isHarmless(permission: string): boolean {
  return permission === 'clipboard-sanitized-write';
}

/** What a page makes for itself (`blob:`) has the origin of the page in its address. */
function isOwn(url: string, origin: string | null): boolean {
  return origin !== null && URL.canParse(url) && new URL(url).origin === origin;
}

function openOutside(shell: Pick<Shell, 'openExternal'>, url: string): void {
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') return;
  shell.openExternal(url).catch(() => undefined);
}
