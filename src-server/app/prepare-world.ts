/** Opens the database of a world: creates the contents of a new world, or resumes an existing one. */
import { createSqliteSettingsStore } from '../store/world/sqlite-settings-store.ts';
import {
  type ChosenContents,
  makeNewWorld,
  registerWebhooks,
  resumeWorld,
  storeContents,
} from '../world/contents/world-contents.ts';
import { openWorld } from '../world/open-world.ts';
import type { OpenedDatabase } from '../world/opened-world.ts';
import { applyRunAccount } from '../world/run-account.ts';
import { openStartDatabase } from '../world/snapshots/start-from-snapshot.ts';
import { createUrlValidator } from '../world/webhook-addresses.ts';
import type { BallastOptions } from './ballast-options.ts';
import type { SharedParts } from './server-parts.ts';

export interface PreparedWorld {
  readonly opened: OpenedDatabase;
  /** Ids of portfolios by the names that the contents of a new world give them. */
  readonly aliases: ReadonlyMap<string, string>;
}

/** `port`: that of the server. Throws `StartupError` and leaves no database open. */
export function prepareWorld(
  options: BallastOptions,
  { root, facts, solver }: Pick<SharedParts, 'root' | 'facts' | 'solver'>,
  contents: ChosenContents | null,
  port: number,
): PreparedWorld {
  const database = openStartDatabase(options, root);
  try {
    const own = contents?.own ?? null;
    const settings = createSqliteSettingsStore(database);
    const world = openWorld(withContents(options, contents), facts.market, database, solver, own);
    const opened = { ...world, database, settings };
    return { opened, aliases: fill(options, opened, contents, port) };
  } catch (error) {
    database.close();
    throw error;
  }
}

function fill(
  options: BallastOptions,
  opened: OpenedDatabase,
  contents: ChosenContents | null,
  port: number,
): PreparedWorld['aliases'] {
  const { world, webhooks, settings, database, commands } = opened;
  const { isNew } = world.kernel;
  if (!isNew) resumeWorld(options, world, settings, contents);
  const make = () => makeNewWorld(world, webhooks, settings, contents, createUrlValidator(options, port));
  const aliases = isNew ? database.atomically(make) : new Map<string, string>();
  applyRunAccount(options, opened);
  registerWebhooks(opened, options.webhookUrls);
  if (world.kernel.isNew && commands !== null) storeContents(settings, contents);
  return aliases;
}

/** Returns the options of a new world; its contents supply what the options leave out. */
function withContents(options: BallastOptions, contents: ChosenContents | null): BallastOptions {
  const { dividends = null, settlement = null } = contents?.world ?? {};
  return {
    ...options,
    dividends: options.dividends ?? dividends,
    settlement: options.settlement ?? settlement,
  };
}
