/**
 * The connection to the desktop's main process, if the page is in its window; a browser has none, and needs none. Loads
 * nothing.
 */

export interface DesktopBridge {
  readonly platform: string;
  readonly version: string;
  readonly send: (message: unknown) => Promise<unknown>;
  readonly listen: (onMessage: (message: unknown) => void) => () => void;
}

declare global {
  interface Window {
    readonly ballast?: DesktopBridge;
  }
}

export function desktopBridge(): DesktopBridge | null {
  return window.ballast ?? null;
}
