/** Reads the arguments of `ballast app` into the options of the app. */

import { resolve } from 'node:path';
import type { BallastOptions } from '../../app.ts';
import { type GivenFlags, readFlags } from '../../contract/flags/flag-table.ts';
import { APP_FLAGS } from '../../contract/flags/serve-flags.ts';
import type { UserFolders } from '../../system/files/user-folders.ts';
import { worldOptions } from './serve-options.ts';

/** The flags as texts, not validated yet. */
export type AppFlags = GivenFlags<typeof APP_FLAGS>;

export interface AppOptions {
  readonly port: number;
  readonly dataDir: string | null;
  /** Folder of the user's own scenarios, which is written to. */
  readonly ownScenarios: string;
  /** Name of the app in a browser; the window resolves names below localhost. */
  readonly appAddress: NonNullable<BallastOptions['appAddress']>;
  /** The properties of a new world, and the limits of the server. */
  readonly world: Partial<BallastOptions>;
  readonly open: boolean;
}

/**
 * Returns the options, or one line per mistake. Without `--data` and `--memory` the world is in the user's own folder;
 * without `--scenarios` so are the user's scenarios, which do not belong to a world.
 */
export function appOptions(
  given: AppFlags,
  user: Pick<UserFolders, 'dataDir' | 'scenariosDir'>,
): AppOptions | { faults: string[] } {
  const faults: string[] = [];
  if (given.data !== undefined && given.memory) faults.push('--data and --memory exclude each other');
  const flags = readFlags(APP_FLAGS, given, faults);
  const { port, appAddress, data, scenarios, memory, noOpen } = flags;
  const world = worldOptions(flags, faults);
  if (faults.length > 0) return { faults };
  const dataDir = memory ? null : resolve(data ?? user.dataDir);
  const ownScenarios = scenarios === null ? user.scenariosDir : resolve(scenarios);
  return { port, dataDir, ownScenarios, appAddress, world, open: !noOpen };
}
