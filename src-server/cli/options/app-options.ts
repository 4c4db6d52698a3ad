/** Reads the arguments of `ballast app` into the options of the app. */

import { resolve } from 'node:path';
import { serveOptions } from './serve-options.ts';

export interface AppFlags {
  readonly port?: string;
  readonly data?: string;
  readonly memory?: boolean;
  /** Commander's way of saying `--no-open`. */
  readonly open: boolean;
}

export interface AppOptions {
  readonly port: number;
  readonly dataDir: string | null;
  readonly open: boolean;
}

/** The options, or one line per mistake. Without `--data` and `--memory` the world is in the user's own folder. */
export function appOptions(flags: AppFlags, userDataDir: string): AppOptions | { faults: string[] } {
  const { open, ...serverFlags } = flags;
  const judged = serveOptions(serverFlags, 'silent');
  if ('faults' in judged) return judged;
  const dataDir = flags.memory ? null : resolve(flags.data ?? userDataDir);
  return { port: judged.port, dataDir, open };
}
