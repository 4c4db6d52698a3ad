/**
 * Opens the world of an image, or a changed one, as the next start would open it, with what the flags of this run say of
 * it.
 */

import type { StreamReset } from '../contract/control/world/stream.ts';
import { saveRunKey } from '../engine/commands/accounts/save-run-key.ts';
import type { WorldDatabase } from '../store/database/open-database.ts';
import { createSqliteSettingsStore } from '../store/world/sqlite-settings-store.ts';
import { applyClockOptions, registerWebhooks } from './contents/world-contents.ts';
import { openWorld } from './open-world.ts';
import type { OpenedDatabase } from './opened-world.ts';
import { applyRunAccount, runKeyOf } from './run-account.ts';
import type { ServerParts } from './server-parts.ts';

export function reopenWorld(
  parts: Pick<ServerParts, 'options' | 'facts' | 'solver'>,
  database: WorldDatabase,
  cause: StreamReset['cause'] | 'changed',
): OpenedDatabase {
  const { options, facts, solver } = parts;
  const opened = openWorld(options, facts.market, database, solver);
  const { world } = opened;
  const { kernel } = world;
  const reopened = { ...opened, database, settings: createSqliteSettingsStore(database) };
  if (cause === 'changed') return reopened;
  // An advance was promised to somebody; nobody waits for that promise in a world that was gone back to.
  if (kernel.clock.advance !== null) kernel.setClock({ advance: null });
  if (cause === 'reset') {
    applyClockOptions(options, kernel);
    applyRunAccount(options, opened);
    registerWebhooks(opened, options.webhookUrls);
  } else {
    // Flags say how a world begins. This one goes on as it was saved; only the key of the run has to open it.
    saveRunKey(world, runKeyOf(options, kernel.seed));
  }
  return reopened;
}
