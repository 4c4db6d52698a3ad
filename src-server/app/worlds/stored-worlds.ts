/**
 * The worlds that a server keeps in its data folder: made whole or not at all, opened at the start, removed. One that
 * cannot be opened stays where it is, with the reason, and leaves the others and the server alone (decision N3).
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

/** What is the same in the plan of every world that is there already. */
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

  /** Makes the world beside its final place, moves it there whole, and then opens it as after a restart. */
  async make(
    plan: WorldPlan,
    facts: Pick<StoredWorld, 'createdMs' | 'expiresAfterMs' | 'forkOf'>,
  ): Promise<Outcome<RunningWorld>> {
    const { name } = plan;
    const folder = readyWorldFolder(this.#dataDir, name);
    let isMade = false;
    try {
      const begun = await storeWorld(this.#shared, { ...plan, dataDir: folder.draft });
      if (!begun.ok) return begun;
      const { adminToken, aliases, options } = begun.value;
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

  /** Why a world cannot be opened; `null`: it is open, or there is none. */
  reasonOf(name: string): string | null {
    return this.#unopened.get(name) ?? null;
  }

  /** False where there is none of that name. */
  removeUnopened(name: string): boolean {
    if (!this.#unopened.has(name)) return false;
    this.remove(name);
    return this.#unopened.delete(name);
  }

  /** To be called once it is closed. */
  remove(name: string): void {
    removeStoredWorld(this.#dataDir, name);
  }

  get #dataDir(): string {
    const { dataDir } = this.#shared.options;
    if (dataDir === null) throw new Error('a server without a data folder keeps no worlds');
    return dataDir;
  }

  async #openFolder(name: string, stored: StoredWorld): Promise<Outcome<RunningWorld>> {
    const { options: base } = this.#shared;
    const { rules, rateLimitPerMinute, rateLimitClock, apiKey, adminToken } = stored;
    const dataDir = folderOfWorld(this.#dataDir, name);
    const settings = { rules, rateLimitPerMinute, rateLimitClock };
    return await makeWorld(this.#shared, { ...AS_STORED_WORLD, base, settings, apiKey, adminToken, name, dataDir });
  }

  /** Whatever is wrong with one world, the others and the server go on. */
  #refuse(error: unknown): Refusal {
    if (error instanceof StartupError) return refused('internal_error', error.message);
    const failure = storageFailureOf(error);
    if (failure === null) this.#shared.log.bug(error);
    return refused('internal_error', failure?.message ?? `This version cannot open it: ${String(error)}.`);
  }
}
