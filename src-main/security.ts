/**
 * What the pages may not do, whatever they contain: leave the server's own origin, open windows, ask for permissions,
 * embed other contents, fetch files from elsewhere. Links to the outside open in the user's browser, https only. Refuses to trust the pages.
 */

import type { App, Session, Shell, WebContents, WebFrameMain } from 'electron';

/** Words by which somebody who may not change the app could steer its pages from outside, or lower what guards them. */
const foreignSwitches = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-allow-origins',
  'disable-web-security',
  'no-sandbox',
  'disable-site-isolation-trials',
  'host-rules',
  'host-resolver-rules',
  'proxy-server',
  'load-extension',
  'js-flags',
];

/** Those that a packaged app was started with and refuses; a checkout takes them, for whoever develops it. */
export function refusedSwitches({ isPackaged, commandLine }: Pick<App, 'isPackaged' | 'commandLine'>): string[] {
  return isPackaged ? foreignSwitches.filter((name) => commandLine.hasSwitch(name)) : [];
}

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

/** The one permission with a use here is writing to the clipboard after a click, for the server's own pages; everything else is refused. */
export function denyPermissions(session: GuardedSession, origin: () => string | null): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(isHarmless(permission) && isOwn(requestingUrl, origin())),
  );
  session.setPermissionCheckHandler(
    (_contents, permission, requestingOrigin) => isHarmless(permission) && isOwn(requestingOrigin, origin()),
  );
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
