/** Reads the arguments of `ballast app` into the options of the app. */

import { resolve } from 'node:path';
import type { BallastOptions } from '../../app.ts';
import type { UserFolders } from '../../system/files/user-folders.ts';
import { serveOptions } from './serve-options.ts';
import { type WorldFlags, type WorldSetup, worldSetupOf } from './world-flags.ts';

export interface AppFlags extends WorldFlags {
  readonly port?: string;
  readonly data?: string;
  readonly memory?: boolean;
  readonly scenarios?: string;
  readonly appAddress?: string;
  /** Commander's way of saying `--no-open`. */
  readonly open: boolean;
}

export interface AppOptions {
  readonly port: number;
  readonly dataDir: string | null;
  /** The user's own, which are written to. */
  readonly ownScenarios: string;
  /** Of the app in a browser; the window knows names below localhost. */
  readonly appAddress: NonNullable<BallastOptions['appAddress']>;
  /** What a new world is like, and the limits of the server. */
  readonly world: WorldSetup;
  readonly open: boolean;
}

/**
 * The options, or one line per mistake. Without `--data` and `--memory` the world is in the user's own folder, and without
 * `--scenarios` the user's scenarios are, which belong to no world.
 */
export function appOptions(
  flags: AppFlags,
  user: Pick<UserFolders, 'dataDir' | 'scenariosDir'>,
): AppOptions | { faults: string[] } {
  const { open, ...serverFlags } = flags;
  const judged = serveOptions(serverFlags, 'silent');
  if ('faults' in judged) return judged;
  const dataDir = flags.memory ? null : resolve(flags.data ?? user.dataDir);
  const { port, scenarios, appAddress = 'random' } = judged;
  return { port, dataDir, ownScenarios: scenarios ?? user.scenariosDir, appAddress, world: worldSetupOf(judged), open };
}
