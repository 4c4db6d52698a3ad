/**
 * The desktop features that a page gets: its platform and version, one way to send and one way to listen, both over one
 * fixed channel. No event or object of Electron passes through. The receiver of a message validates it.
 */

import type { IpcRenderer } from 'electron';

export const desktopChannel = 'ballast:desktop';

interface DesktopBridge {
  readonly platform: string;
  readonly version: string;
  /** Resolves with the main process's response, which is plain data. */
  readonly send: (message: unknown) => Promise<unknown>;
  /** Calls back with each message of the main process, until the returned function is called. */
  readonly listen: (onMessage: (message: unknown) => void) => () => void;
}

export function createDesktopBridge(
  ipc: Pick<IpcRenderer, 'invoke' | 'on' | 'removeListener'>,
  { platform, version }: Pick<DesktopBridge, 'platform' | 'version'>,
): DesktopBridge {
  return Object.freeze({
    platform,
    version,
    send: (message: unknown) => ipc.invoke(desktopChannel, message),
    listen(onMessage: (message: unknown) => void) {
      // The event contains the sender, which the page must not see.
      const pass = (_event: unknown, message: unknown) => onMessage(message);
      ipc.on(desktopChannel, pass);
      return () => void ipc.removeListener(desktopChannel, pass);
    },
  });
}

/**
 * The main process passes the version to the preload script as an argument, so a page has it without a request. A page
 * can show the argument, so it must contain no secret.
 */
const versionPrefix = '--ballast-version=';

export function versionArgument(version: string): string {
  return `${versionPrefix}${version}`;
}

/** The version among a process's arguments; empty if it is missing. */
export function versionFrom(argv: readonly string[]): string {
  return argv.find((argument) => argument.startsWith(versionPrefix))?.slice(versionPrefix.length) ?? '';
}
