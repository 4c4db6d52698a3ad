/**
 * Creates, lists, copies and ends the worlds of a server (decisions N1 to N7). A name is reserved at once, so the
 * second of two simultaneous requests for it is refused. A failure leaves neither a name nor a file behind. A stored
 * world that cannot be opened is listed with the reason, and does not affect the others.
 */
import { join } from 'node:path';
import type {
  NewWorldFacts,
  UnopenedWorld,
  WorldFacts,
  WorldSettings,
  WorldSource,
  WorldStay,
  WorldsService,
} from '../../api/control/worlds/worlds-service.ts';
import { INITIAL_SNAPSHOT } from '../../contract/control/world/snapshots.ts';
import { DEFAULT_WORLD } from '../../contract/control/worlds/world-address.ts';
import { accepted, type Outcome, type Refusal, refused } from '../../engine/outcome.ts';
import type { EventStore } from '../../engine/ports/stores.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';
import { DataMissingError } from '../../kernel/storage-failure.ts';
import { withPrices } from '../../runner/worlds/with-prices.ts';
import { imageFacts } from '../../store/database/image-facts.ts';
import { existingNames, readyFile } from '../../system/files/durable-files.ts';
import { withTemporaryFolder } from '../../system/files/temporary-folder.ts';
import { randomToken } from '../../system/files/world-files.ts';
import { hostClock } from '../../system/host-time.ts';
import { MAX_WORLDS } from '../../system/server-defaults.ts';
import { copyForeignImage } from '../../world/snapshots/image-thread.ts';
import { soundImage } from '../../world/snapshots/sound-image.ts';
import { imageInMemory } from '../../world/snapshots/world-image.ts';
import { migrationsFolder } from '../../world/world-database.ts';
import type { SharedParts } from '../server-parts.ts';
import { makeWorld, type WorldPlan } from './make-world.ts';
import { worldsFolder } from './stored-world-files.ts';
import { AS_STORED_WORLD, StoredWorlds } from './stored-worlds.ts';
import { type ReadArchive, readWorldArchive, refuseArchive, writeWorldArchive } from './world-archive.ts';
import type { RegistryEntry, WorldRegistry } from './world-registry.ts';

/** The source of a new world, before it has a name. */
type Origin = Omit<WorldPlan, 'name' | 'dataDir' | 'adminToken'>;

export class HostedWorlds implements WorldsService {
  readonly #shared: SharedParts;
  readonly #registry: WorldRegistry;
  /** Names of worlds that are being created or ended. */
  readonly #busy = new Set<string>();
  readonly #stored: StoredWorlds;
  readonly most: number;

  constructor(shared: SharedParts, registry: WorldRegistry) {
    this.#shared = shared;
    this.#registry = registry;
    this.#stored = new StoredWorlds(shared, (entry) => this.#open(entry));
    this.most = shared.options.maxWorlds ?? MAX_WORLDS;
  }

  get canStore(): boolean {
    return this.#shared.options.dataDir !== null;
  }

  create(source: WorldSource, settings: WorldSettings, stay: WorldStay): Promise<Outcome<NewWorldFacts>> {
    return this.#make(stay, async () => {
      const origin = await this.#originOf(source);
      return origin.ok ? accepted({ ...origin.value, settings: { ...origin.value.settings, ...settings } }) : origin;
    });
  }

  import(archive: Buffer, stay: WorldStay): Promise<Outcome<NewWorldFacts>> {
    return this.#make(stay, async () => {
      const read = await importWorld(archive, this.#shared.root);
      if (!read.ok) return read;
      const { image, manifest } = read.value;
      const { rules, rate_limit: rateLimitPerMinute, rate_limit_clock: rateLimitClock } = manifest;
      const settings = { rules, rateLimitPerMinute, rateLimitClock };
      return accepted({ ...this.#copy(image), settings, formerName: manifest.name });
    });
  }

  list(): WorldFacts[] {
    return this.#registry.list().map((entry) => this.#factsOf(entry));
  }

  listUnopened(): UnopenedWorld[] {
    return this.#stored.listUnopened();
  }

  /** Opens the stored worlds; one that cannot be opened is not changed. */
  openStored(): Promise<void> {
    return this.#stored.openAll();
  }

  find(name: string): Outcome<WorldFacts> {
    const entry = this.#registry.find(name);
    return entry === null ? this.#noWorld(name) : accepted(this.#factsOf(entry));
  }

  async end(name: string): Promise<Outcome<null>> {
    const entry = this.#registry.find(name);
    if (entry === null) return this.#stored.removeUnopened(name) ? accepted(null) : this.#noWorld(name);
    if (name === DEFAULT_WORLD)
      return refused('invalid_request', 'The first world ends with its server; POST /sim/reset resets it.');
    this.#busy.add(name);
    try {
      await this.#registry.end(entry);
      if (entry.isStored) this.#stored.remove(name);
    } finally {
      this.#busy.delete(name);
    }
    return accepted(null);
  }

  async export(name: string): Promise<Outcome<Buffer>> {
    const entry = this.#registry.find(name);
    if (entry === null) return this.#noWorld(name);
    const { rules, rateLimitPerMinute, rateLimitClock = 'real' } = entry.parts.options;
    const { version } = this.#shared;
    const { fixtures } = entry.host.live.service.fingerprint();
    const taken = await imageOf(entry);
    return accepted(
      await writeWorldArchive({ ...taken, name, rules, rateLimitPerMinute, rateLimitClock, version, fixtures }),
    );
  }

  compare(name: string, other: string) {
    const [first, second] = [this.#registry.find(name), this.#registry.find(other)];
    if (first === null || second === null) return this.#noWorld(first === null ? name : other);
    const facts = { first: this.#factsOf(first), second: this.#factsOf(second) };
    const logOf = ({ host }: RegistryEntry, { events: count }: WorldFacts) => ({ events: host.live.events, count });
    return accepted({ ...facts, ...compareLogs(logOf(first, facts.first), logOf(second, facts.second)) });
  }

  async #make(
    stay: WorldStay,
    find: () => Promise<Outcome<Origin & { readonly formerName?: string }>>,
  ): Promise<Outcome<NewWorldFacts>> {
    const fault = this.#faultOf(stay);
    if (fault !== null) return fault;
    if (stay.isStored) this.#refuseMovedFolder();
    // It counts towards the limit before its name is known.
    const place = stay.name ?? `world-${randomToken().slice(0, 8)}`;
    this.#busy.add(place);
    try {
      const origin = await find();
      if (!origin.ok) return origin;
      const { formerName, ...plan } = origin.value;
      const isFree = formerName !== undefined && this.#nameFault(formerName) === null;
      return await this.#start(stay.name === null && isFree ? formerName : place, stay, plan);
    } finally {
      this.#busy.delete(place);
    }
  }

  async #start(name: string, stay: WorldStay, origin: Origin): Promise<Outcome<NewWorldFacts>> {
    const facts = {
      createdMs: Math.round(hostClock.epochMs()),
      expiresAfterMs: stay.expiresAfterMs,
      forkOf: origin.forkOf,
    };
    this.#busy.add(name);
    try {
      const plan = { ...origin, name, dataDir: null, adminToken: null };
      const made = stay.isStored ? await this.#stored.make(plan, facts) : await makeWorld(this.#shared, plan);
      if (!made.ok) return made;
      const { host, parts, adminToken, aliases } = made.value;
      const entry = { host, parts, name, isStored: stay.isStored, ...facts };
      this.#open(entry);
      const { api_key: apiKey } = host.live.service.session();
      return accepted({ ...this.#factsOf(entry), apiKey, adminToken, aliases });
    } finally {
      this.#busy.delete(name);
    }
  }

  #open(entry: RegistryEntry): void {
    const { name } = entry;
    this.#registry.open(entry, () => void this.end(name).catch(this.#shared.log.bug));
  }

  async #originOf(source: WorldSource): Promise<Outcome<Origin>> {
    const { options } = this.#shared;
    if (source.kind === 'new') {
      const { contents, prices } = source;
      const origin = { ...this.#copy(null), base: options, beginsNew: true };
      if (prices === null) return accepted({ ...origin, contents });
      const read = await withPrices(contents, prices, this.#shared.facts.market);
      if (!read.ok) return read;
      return accepted({ ...origin, contents: read.value.contents, settings: { startAt: read.value.beginsMs } });
    }
    if (source.kind === 'snapshot') {
      const stored = this.#registry.first.parts.snapshots.find(source.snapshot);
      if (stored === null) return refused('not_found', `There is no snapshot ${source.snapshot}.`);
      const image = await soundImage(stored, this.#shared.root);
      if (image.ok) return accepted(this.#copy(image.value));
      const what = `The snapshot ${source.snapshot} cannot be used as a start: ${image.message}.`;
      return refused('invalid_request', what);
    }
    const entry = this.#registry.find(source.world);
    if (entry === null) return this.#noWorld(source.world);
    const image = source.isBeginning ? await this.#beginningOf(entry) : accepted((await imageOf(entry)).image);
    if (!image.ok) return image;
    const { options: base } = entry.parts;
    return accepted({ ...this.#copy(image.value), base, apiKey: base.apiKey, isFork: true, forkOf: source.world });
  }

  /** Returns the image that a reset of the world returns to. */
  async #beginningOf({ name, parts }: RegistryEntry): Promise<Outcome<Buffer>> {
    const stored = parts.snapshots.find(INITIAL_SNAPSHOT);
    if (stored === null) return refused('invalid_request', `The initial state of the world ${name} was not stored.`);
    const image = await soundImage(stored, this.#shared.root);
    return image.ok
      ? image
      : refused('invalid_request', `The initial state of the world ${name} cannot be used: ${image.message}.`);
  }

  #copy(image: Buffer | null): Origin {
    const { options: base } = this.#shared;
    return { ...AS_STORED_WORLD, base, image };
  }

  #faultOf({ name, isStored }: WorldStay): Refusal | null {
    if (this.#registry.size + this.#busy.size >= this.most) {
      const many = `There are ${this.most} worlds on this server, the maximum (--max-worlds)`;
      return refused('invalid_request', `${many}; end one first.`);
    }
    const nameFault = name === null ? null : this.#nameFault(name);
    if (nameFault !== null) return bad('/name', nameFault);
    if (!isStored || this.canStore) return null;
    return bad('/keep', 'has no effect, because this server stores nothing; start it with --data');
  }

  /** Refuses writes after the data folder was moved or removed: they would create it again without its first world. */
  #refuseMovedFolder(): void {
    if (!this.#registry.first.host.live.database.isInPlace())
      throw new DataMissingError('the data folder is not where it was opened');
  }

  #nameFault(name: string): string | null {
    if (this.#registry.find(name) !== null || this.#busy.has(name))
      return 'is taken; end that world, or choose another name';
    const { dataDir } = this.#shared.options;
    if (this.#stored.reasonOf(name) !== null)
      return 'is the name of a stored world that cannot be opened; end that world, or choose another name';
    const isFolder = dataDir !== null && existingNames(worldsFolder(dataDir), [name]).length > 0;
    return isFolder ? 'is the name of an existing folder in the data folder' : null;
  }

  #noWorld(name: string): Refusal {
    const reason = this.#stored.reasonOf(name);
    const what =
      reason === null ? `There is no world ${name} on this server` : `The world ${name} is not open: ${reason}`;
    return refused('not_found', `${what}; GET /sim/worlds lists those that are.`);
  }

  #factsOf(entry: RegistryEntry): WorldFacts {
    const { name, host, createdMs, isStored, forkOf } = entry;
    const nowMs = host.live.driver.nowMs();
    const { seed, eventCount: events, head } = host.live.world.kernel;
    const expiresMs = this.#registry.expiresMs(entry);
    return { name, seed, nowMs, events, head, createdMs, expiresMs, isStored, forkOf };
  }
}

/** Takes an image of a world while it runs. */
function imageOf({ host }: RegistryEntry) {
  return host.exclusive(() => {
    host.live.driver.nowMs();
    host.live.commands?.flush();
    return imageInMemory(host.live);
  });
}

function bad(path: string, issue: string): Refusal {
  return refused('invalid_request', `The request is invalid: ${path} ${issue}.`, [{ path, issue }]);
}

/**
 * One of two event logs that are compared. The hash of an entry covers all entries before it, so few of them are read.
 */
interface ComparedLog {
  readonly events: Pick<EventStore, 'after'>;
  readonly count: number;
}

/** Returns the number of entries that both logs begin with, and the next entry of each. */
function compareLogs(
  first: ComparedLog,
  second: ComparedLog,
): { readonly sameEvents: number; readonly next: readonly [LoggedEvent | null, LoggedEvent | null] } {
  const entryAt = ({ events, count }: ComparedLog, seq: number) =>
    seq > count ? null : (events.after(seq - 1, 1)[0] ?? null);
  const isSameUpTo = (seq: number) => entryAt(first, seq)?.hash === entryAt(second, seq)?.hash;
  let same = 0;
  let most = Math.min(first.count, second.count);
  while (same < most) {
    const middle = Math.ceil((same + most) / 2);
    if (isSameUpTo(middle)) same = middle;
    else most = middle - 1;
  }
  return { sameEvents: same, next: [entryAt(first, same + 1), entryAt(second, same + 1)] };
}

/**
 * Refuses an invalid file with `invalid_request` and the reason. The image is a new one with the schema of this
 * version, built from the rows of the other (decision N8).
 */
async function importWorld(archive: Buffer, root: string): Promise<Outcome<ReadArchive>> {
  const read = await readWorldArchive(archive);
  if (!read.ok) return read;
  const { manifest, image } = read.value;
  const facts = await withTemporaryFolder(async (folder) => {
    const file = join(folder, 'world.db');
    readyFile(file, image).moveIn();
    return imageFacts(file);
  });
  if (facts === null) return refuseArchive('its world.db is not a world of Ballast');
  const isSame = facts.seed === manifest.seed && facts.events === manifest.events && facts.head === manifest.head;
  if (!isSame) return refuseArchive('its world.db is not the world of the manifest');
  const copied = await copyForeignImage(image, migrationsFolder(root));
  return 'image' in copied ? accepted({ manifest, image: copied.image }) : refuseArchive(copied.issue);
}
