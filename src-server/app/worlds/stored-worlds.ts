/**
 * The worlds that a server stores in its data folder: creates them completely or not at all, opens them at the start,
 * removes them. A world that cannot be opened is retained, with the reason, and does not affect the others or the
 * server (decision N3).
 */
import type { UnopenedWorld } from '../../api/control/worlds/worlds-service.ts';
import { type Outcome, type Refusal, refused } from '../../engine/outcome.ts';
import { storageFailureOf } from '../../kernel/storage-failure.ts';
import { StartupError } from '../../world/startup-error.ts';
import type { SharedParts } from '../server-parts.ts';
import { makeWorld, type RunningWorld, storeWorld, type WorldPlan } from './make-world.ts';
import {
  folderOfWorld,
  readyWorldFolder,
  removeHalfWorlds,
  removeStoredWorld,
  type StoredWorld,
  saveStoredWorld,
  storedWorlds,
} from './stored-world-files.ts';
import type { RegistryEntry } from './world-registry.ts';

/** The part of a plan that is the same for every existing world. */
export const AS_STORED_WORLD = {
  image: null,
  settings: {},
  contents: null,
  beginsNew: false,
  isFork: false,
  apiKey: null,
  forkOf: null,
} as const;

export class StoredWorlds {
  readonly #shared: SharedParts;
  readonly #open: (entry: RegistryEntry) => void;
  readonly #unopened = new Map<string, string>();

  constructor(shared: SharedParts, open: (entry: RegistryEntry) => void) {
    this.#shared = shared;
    this.#open = open;
  }

  async openAll(): Promise<void> {
    const { options, log } = this.#shared;
    if (options.dataDir === null) return;
    removeHalfWorlds(options.dataDir);
    for (const [name, stored] of storedWorlds(options.dataDir)) {
      const opened =
        stored === null
          ? refused('invalid_request', 'its world.json is missing or damaged.')
          : await this.#openFolder(name, stored).catch((error: unknown) => this.#refuse(error));
      if (opened.ok && stored !== null) this.#open({ ...opened.value, ...stored, name, isStored: true });
      if (opened.ok) continue;
      this.#unopened.set(name, opened.message.replace(/\.$/, ''));
      log.trouble(`The world ${name} is not opened: ${opened.message}`);
    }
  }

  /**
   * Creates the world next to its final place, moves it there when it is complete, and then opens it as after a
   * restart.
   */
  async make(
    plan: WorldPlan,
    facts: Pick<StoredWorld, 'createdMs' | 'expiresAfterMs' | 'forkOf'>,
  ): Promise<Outcome<RunningWorld>> {
    const { name } = plan;
    const folder = readyWorldFolder(this.#dataDir, name);
    let isMade = false;
    try {
      const created = await storeWorld(this.#shared, { ...plan, dataDir: folder.draft });
      if (!created.ok) return created;
      const { adminToken, aliases, options } = created.value;
      const { rules, rateLimitPerMinute, rateLimitClock = 'real', apiKey } = options;
      const stored = { ...facts, adminToken, apiKey, rules, rateLimitPerMinute, rateLimitClock };
      saveStoredWorld(folder.draft, stored);
      folder.moveIn();
      const opened = await this.#openFolder(name, stored);
      isMade = opened.ok;
      return opened.ok ? { ...opened, value: { ...opened.value, aliases } } : opened;
    } finally {
      folder.discard();
      if (!isMade) this.remove(name);
    }
  }

  listUnopened(): UnopenedWorld[] {
    return [...this.#unopened].map(([name, reason]) => ({ name, reason }));
  }

  /** Returns why a world cannot be opened; `null`: it is open, or does not exist. */
  reasonOf(name: string): string | null {
    return this.#unopened.get(name) ?? null;
  }

  /** Returns false if there is no world of that name. */
  removeUnopened(name: string): boolean {
    if (!this.#unopened.has(name)) return false;
    this.remove(name);
    return this.#unopened.delete(name);
  }

  /** Must be called after the world is closed. */
  remove(name: string): void {
    removeStoredWorld(this.#dataDir, name);
  }

  get #dataDir(): string {
    const { dataDir } = this.#shared.options;
    if (dataDir === null) throw new Error('a server without a data folder does not store worlds');
    return dataDir;
  }

  async #openFolder(name: string, stored: StoredWorld): Promise<Outcome<RunningWorld>> {
    const { options: base } = this.#shared;
    const { rules, rateLimitPerMinute, rateLimitClock, apiKey, adminToken } = stored;
    const dataDir = folderOfWorld(this.#dataDir, name);
    const settings = { rules, rateLimitPerMinute, rateLimitClock };
    return await makeWorld(this.#shared, { ...AS_STORED_WORLD, base, settings, apiKey, adminToken, name, dataDir });
  }

  /** The other worlds and the server continue, whatever is wrong with one world. */
  #refuse(error: unknown): Refusal {
    if (error instanceof StartupError) return refused('internal_error', error.message);
    const failure = storageFailureOf(error);
    if (failure === null) this.#shared.log.bug(error);
    return refused('internal_error', failure?.message ?? `This version cannot open it: ${String(error)}.`);
  }
}
