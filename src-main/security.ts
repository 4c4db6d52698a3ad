/**
 * Blocks pages, whatever they contain, from leaving the server's origin, opening windows, asking for permissions,
 * embedding other contents and downloading files from elsewhere. External links open in the user's browser, https only.
 */

import type { App, Session, Shell, WebContents, WebFrameMain } from 'electron';

/** The app's own switches, and those of Chromium that only affect display and language. */
const allowedSwitches = new Set([
  'ballast-port',
  'ballast-data',
  'ballast-memory',
  'ballast-scenarios',
  'disable-gpu',
  'force-color-profile',
  'force-device-scale-factor',
  'high-dpi-support',
  'lang',
  'ozone-platform',
  'ozone-platform-hint',
]);

/** Chromium may get these from elsewhere than the arguments, such as the environment. */
const dangerousSwitches = [
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

/**
 * The switches with which a packaged app was started and that are not allowed: with other switches, somebody who cannot
 * change the app could control its pages or weaken their sandbox. A checkout accepts all of them for development.
 */
export function refusedSwitches(
  { isPackaged, commandLine }: Pick<App, 'isPackaged' | 'commandLine'>,
  argv: readonly string[],
): string[] {
  if (!isPackaged) return [];
  const end = argv.indexOf('--');
  const given = (end < 0 ? argv : argv.slice(0, end)).slice(1).flatMap((argument) => {
    const [, name] = /^--?([^=]+)/.exec(argument) ?? [];
    // macOS adds this switch when an app is opened by a double click.
    return name === undefined || name.startsWith('psn_') ? [] : [name.toLowerCase()];
  });
  const foreign = given.filter((name) => !allowedSwitches.has(name));
  return [...new Set([...foreign, ...dangerousSwitches.filter((name) => commandLine.hasSwitch(name))])];
}

/** Guards every web contents that the app creates; `origin` is the server's, null until it is known. */
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
    // A frame inside a page opens nothing outside: the click was not on a link of Ballast.
    if (!event.isMainFrame && !isOwn(event.url, origin())) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    // A page of the server may open in a second window (a middle click); this guard sees its contents, too.
    if (isOwn(url, origin())) return { action: 'allow' };
    openOutside(shell, url);
    return { action: 'deny' };
  });
}

type GuardedSession = Pick<
  Session,
  'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler' | 'on'
>;

/** Pages of the server may write to the clipboard after a click; every other permission is refused. */
export function denyPermissions(session: GuardedSession, origin: () => string | null): void {
  session.setPermissionRequestHandler((_contents, permission, decide, { requestingUrl }) =>
    decide(isHarmless(permission) && isOwn(requestingUrl, origin())),
  );
  session.setPermissionCheckHandler(
    (_contents, permission, requestingOrigin) => isHarmless(permission) && isOwn(requestingOrigin, origin()),
  );
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event, item) => {
    if (!isOwn(item.getURL(), origin())) event.preventDefault();
  });
}

/**
 * True for messages from the top frame of a page of the server. A sandboxed response of a sink has no origin of its
 * own.
 */
export function isOwnFrame(frame: WebFrameMain | null, origin: string | null): boolean {
  return origin !== null && frame !== null && frame.parent === null && frame.origin === origin;
}

function isHarmless(permission: string): boolean {
  return permission === 'clipboard-sanitized-write';
}

/** The address of a `blob:` contains the origin of the page that made it. */
function isOwn(url: string, origin: string | null): boolean {
  return origin !== null && URL.canParse(url) && new URL(url).origin === origin;
}

function openOutside(shell: Pick<Shell, 'openExternal'>, url: string): void {
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') return;
  shell.openExternal(url).catch(() => undefined);
}
