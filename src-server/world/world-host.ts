/**
 * Hosts one world behind the HTTP server, and replaces it with another: every change of the world as a whole opens it
 * again from an image, as every restart does, while requests wait. See docs/architecture.md.
 */

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Readiness } from '../contract/control/world/health.ts';
import type { StreamReset } from '../contract/control/world/stream.ts';
import { saveRunKey } from '../engine/commands/accounts/save-run-key.ts';
import type { InstrumentService } from '../engine/instrument-service.ts';
import type { SnapshotService } from '../engine/snapshot-service.ts';
import { openImage, type WorldDatabase } from '../store/database/open-database.ts';
import { REQUEST_IDS_SETTING } from '../store/database/setting-keys.ts';
import { createSqliteSettingsStore, type SettingsStore } from '../store/world/sqlite-settings-store.ts';
import { databaseFile } from '../system/files/world-files.ts';
import { hostClock } from '../system/host-time.ts';
import { createInstrumentService } from './contents/add-instruments.ts';
import { applyClockOptions, registerWebhooks } from './contents/world-contents.ts';
import { openWorldFile } from './data-folder.ts';
import { createHostedWorld, type HostedWorld } from './hosted-world.ts';
import { openWorld } from './open-world.ts';
import type { OpenedDatabase } from './opened-world.ts';
import { applyRunAccount, runKeyOf } from './run-account.ts';
import type { Recorder, ServerParts, WorldTurns } from './server-parts.ts';
import type { ReadyDatabase } from './snapshots/ready-database.ts';
import { createSnapshotService } from './snapshots/snapshot-service.ts';
import { createTimeline } from './timeline.ts';

export class WorldHost implements WorldTurns {
  readonly #parts: ServerParts;
  readonly #snapshots: SnapshotService;
  readonly #instruments: InstrumentService;
  readonly #recorder: Recorder;
  #live: HostedWorld;
  /** Requests that came while the world was about to be replaced or reopened. */
  readonly #waiting: [IncomingMessage, ServerResponse][] = [];
  #changes = 0;
  #turn: Promise<unknown> = Promise.resolve();
  /** Handles requests once the world has ended for good. */
  #afterEnd: RequestListener | null = null;
  /** All request ids below it are used: they are never given twice, whichever world gave them. */
  #givenRequestIds = 0;

  constructor(parts: ServerParts, opened: OpenedDatabase) {
    this.#parts = parts;
    this.#snapshots = createSnapshotService(parts, this);
    this.#instruments = createInstrumentService(parts, this);
    this.#recorder = parts.createRecorder(this);
    this.#live = this.#host(opened);
  }

  get live(): HostedWorld {
    return this.#live;
  }

  get readiness(): Readiness['status'] {
    if (this.#afterEnd !== null) return 'stopping';
    return this.#changes === 0 ? 'ready' : 'opening';
  }

  /** Handles a request with the hosted world, or with the next one. */
  readonly handle: RequestListener = (request, response) => {
    if (this.#afterEnd !== null) this.#afterEnd(request, response);
    else if (this.#changes === 0) this.#live.handle(request, response);
    else this.#waiting.push([request, response]);
  };

  start(): void {
    this.#parts.stream.follow(this.#live.service);
    this.#recorder.follow(this.#live);
    this.#live.start();
  }

  /**
   * Ends the world for good: `after` handles later requests. The server's parts end in `meanwhile`, when nothing runs
   * any more and the database is still open.
   */
  async end(after: RequestListener, meanwhile: () => Promise<void> = async () => {}): Promise<void> {
    await this.exclusive(async () => {
      const { stream, journal, forgetSecrets } = this.#parts;
      await this.#live.endWithGrace();
      this.#live.commands?.flush();
      await meanwhile();
      this.#afterEnd = after;
      stream.close();
      await journal.close();
      this.#live.database.close();
      // Nothing of this world is stored any more.
      forgetSecrets();
    });
  }

  exclusive<T>(work: () => T | Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /** Replaces the hosted world with the world of an image; called in turn. */
  async replace(ready: ReadyDatabase, cause: Pick<StreamReset, 'cause' | 'snapshot'>): Promise<void> {
    await this.#change(async () => {
      this.#recorder.endAll(this.#live, cause.cause === 'reset' ? 'reset' : 'restore');
      await this.#leave();
      const journalSeq = await this.#clearOrMark(cause.cause);
      const opened = reopenWorld(this.#parts, ready.moveIn(), cause.cause);
      if (cause.cause === 'restored') {
        this.#reserveRequestIds(opened.settings);
        const { eventCount: events, nowMs: atMs } = opened.world.kernel;
        const leftMs = Math.ceil(hostClock.epochMs());
        createTimeline(opened.settings).leaveAt({ events, journal: journalSeq, atMs, leftMs });
      }
      this.#live = this.#host(opened);
      this.start();
      const { now, events, head } = this.#live.service.fingerprint();
      this.#parts.stream.publishReset({ ...cause, now, events, head });
    });
  }

  /**
   * Reopens the hosted world from its own database before it handles the next request: only what is read when a world
   * opens has changed. The log, recordings and readers of the stream continue.
   */
  reopen(): void {
    this.#change(() => this.exclusive(() => this.#openAnew())).catch(this.#parts.log.bug);
  }

  async #openAnew(): Promise<void> {
    const { database, commands } = this.#live;
    const { dataDir } = this.#parts.options;
    this.#parts.stream.leave();
    await this.#live.endWithGrace();
    commands?.flush();
    const copy = dataDir === null ? openImage(database.image(), null) : null;
    database.close();
    const again = copy ?? openWorldFile(databaseFile(dataDir ?? ''), null);
    this.#live = this.#host(reopenWorld(this.#parts, again, 'changed'));
    this.start();
  }

  /** Requests wait until all changes under way are complete. */
  async #change(work: () => Promise<void>): Promise<void> {
    this.#changes += 1;
    try {
      await work();
    } finally {
      this.#changes -= 1;
      if (this.#changes === 0)
        for (const [request, response] of this.#waiting.splice(0)) this.handle(request, response);
    }
  }

  #host(opened: OpenedDatabase): HostedWorld {
    const hosted: HostedWorld = createHostedWorld(this.#parts, opened, {
      snapshots: this.#snapshots,
      instruments: this.#instruments,
      recordings: this.#recorder,
      handleAgain: (request, response) => {
        const isLast = this.#live === hosted && this.#changes === 0 && this.#afterEnd === null;
        if (!isLast) this.handle(request, response);
        return !isLast;
      },
    });
    return hosted;
  }

  async #leave(): Promise<void> {
    const { settings, database } = this.#live;
    this.#parts.stream.leave();
    await this.#live.end();
    this.#givenRequestIds = this.#maxRequestIds(settings);
    database.close();
  }

  /** The journal survives everything except a reset; returns the number of its latest entry. */
  async #clearOrMark(cause: StreamReset['cause']): Promise<number> {
    const { journal } = this.#parts;
    if (cause === 'reset') {
      await journal.clear();
      return 0;
    }
    const ask = { filter: {}, limit: 1, order: 'latest', withContents: false, countTo: 0 } as const;
    return (await journal.ask(ask)).rows[0]?.seq ?? 0;
  }

  #reserveRequestIds(settings: SettingsStore): void {
    settings.set(REQUEST_IDS_SETTING, String(this.#maxRequestIds(settings)));
  }

  #maxRequestIds(settings: SettingsStore): number {
    return Math.max(this.#givenRequestIds, Number(settings.get(REQUEST_IDS_SETTING) ?? 0));
  }
}

/** Opens the world of an image, or a changed one, as the next start would, with the flags of this run. */
function reopenWorld(
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
  // In a restored world, nobody waits for an advance that was promised.
  if (kernel.clock.advance !== null) kernel.setClock({ advance: null });
  if (cause === 'reset') {
    applyClockOptions(options, kernel);
    applyRunAccount(options, opened);
    registerWebhooks(opened, options.webhookUrls);
  } else {
    // Flags describe how a world begins. This one continues as it was saved; only the key of the run has to be valid
    // for it.
    saveRunKey(world, runKeyOf(options, kernel.seed));
  }
  return reopened;
}
