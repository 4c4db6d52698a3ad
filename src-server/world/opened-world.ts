/** An opened world, with its stores and its database. */
import type { CommandLog } from '../engine/command-log.ts';
import type { EventStore } from '../engine/ports/stores.ts';
import type { WebhookStore } from '../engine/ports/webhook-ports.ts';
import type { World } from '../engine/world.ts';
import type { WorldDatabase } from '../store/database/open-database.ts';
import type { SettingsStore } from '../store/world/sqlite-settings-store.ts';

export interface OpenedWorld {
  readonly world: World;
  readonly events: EventStore;
  /** Its commands; `null` where they are not stored, because nobody will replay them. */
  readonly commands: CommandLog | null;
  readonly webhooks: WebhookStore;
}

/** A world and its database. */
export interface OpenedDatabase extends OpenedWorld {
  readonly database: WorldDatabase;
  readonly settings: SettingsStore;
}
