/**
 * The place behind the HTTP server where a world sits, and how another one takes it: whatever changes the world as a
 * whole puts it together anew from an image, on the way of every restart, while requests wait. See docs/architecture.md.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { REQUEST_IDS_SETTING } from '../app/create-service.ts';
import type { ServerParts } from '../app/server-parts.ts';
import type { StreamReset } from '../contract/control/world/stream.ts';
import type { SnapshotService } from '../engine/snapshot-service.ts';
import { createRecorder, type Recorder } from '../runner/recording/recorder.ts';
import type { RecordingStore } from '../runner/recording/recording-store.ts';
import { createLiveWorld, type HostedWorld } from './hosted-world.ts';
import type { OpenedDatabase } from './open-world.ts';
import { reopenWorld } from './reopen-world.ts';
import type { ReadyDatabase } from './snapshots/ready-database.ts';
import { createKeeper } from './snapshots/snapshot-service.ts';
import type { SnapshotStore } from './snapshots/snapshot-store.ts';
import { createTimeline } from './timeline.ts';

export class WorldHost {
  readonly #parts: ServerParts;
  readonly #keeper: SnapshotService;
  readonly #recorder: Recorder;
  #live: HostedWorld;
  /** Requests that came while nobody sat here; `null` while somebody does. */
  #waiting: [IncomingMessage, ServerResponse][] | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  /** No request id below it is free: they are never given twice, whichever world gave them. */
  #givenRequestIds = 0;

  constructor(parts: ServerParts, shelf: SnapshotStore, recordings: RecordingStore, opened: OpenedDatabase) {
    this.#parts = parts;
    this.#keeper = createKeeper(parts, shelf, this);
    this.#recorder = createRecorder(recordings, shelf, this);
    this.#live = this.#seat(opened);
  }

  get live(): HostedWorld {
    return this.#live;
  }

  /** Answers by the world that sits here, or by the one that is about to. */
  readonly answer: RequestListener = (request, response) => {
    if (this.#waiting === null) this.#live.answer(request, response);
    else this.#waiting.push([request, response]);
  };

  start(): void {
    this.#parts.stream.follow(this.#live.service);
    this.#recorder.follow(this.#live);
    this.#live.start();
  }

  /** Runs `work` when nothing else changes the world as a whole. */
  inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /** Puts the world of an image in the place of the one that sits here; to be called in turn. */
  async replace(ready: ReadyDatabase, cause: Pick<StreamReset, 'cause' | 'snapshot'>): Promise<void> {
    const waiting: [IncomingMessage, ServerResponse][] = [];
    this.#waiting = waiting;
    try {
      this.#recorder.endAll(this.#live, cause.cause === 'reset' ? 'reset' : 'restore');
      await this.#leave();
      const journalSeq = await this.#clearOrMark(cause.cause);
      const opened = reopenWorld(this.#parts, ready.moveIn(), cause.cause);
      if (cause.cause === 'restored') {
        this.#keepRequestIds(opened);
        createTimeline(opened.settings).leaveAt(opened.world.kernel.eventCount, journalSeq);
      }
      this.#live = this.#seat(opened);
      this.start();
      const { now, events, head } = this.#live.service.fingerprint();
      this.#parts.stream.publishReset({ ...cause, now, events, head });
    } finally {
      this.#waiting = null;
      for (const [request, response] of waiting) this.#live.answer(request, response);
    }
  }

  #seat(opened: OpenedDatabase): HostedWorld {
    return createLiveWorld(this.#parts, opened, {
      snapshots: this.#keeper,
      recordings: this.#recorder,
      answerAnew: this.answer,
    });
  }

  async #leave(): Promise<void> {
    const { settings, database } = this.#live;
    this.#parts.stream.leave();
    await this.#live.end();
    this.#givenRequestIds = Math.max(this.#givenRequestIds, Number(settings.get(REQUEST_IDS_SETTING) ?? 0));
    database.close();
  }

  /** The journal survives all but a reset; returns the number of its latest entry. */
  async #clearOrMark(cause: StreamReset['cause']): Promise<number> {
    const { journal } = this.#parts;
    if (cause === 'reset') {
      await journal.clear();
      return 0;
    }
    const ask = { filter: {}, limit: 1, order: 'latest', withContents: false, countTo: 0 } as const;
    return (await journal.ask(ask)).rows[0]?.seq ?? 0;
  }

  #keepRequestIds({ settings }: OpenedDatabase): void {
    const given = Math.max(this.#givenRequestIds, Number(settings.get(REQUEST_IDS_SETTING) ?? 0));
    settings.set(REQUEST_IDS_SETTING, String(given));
  }
}
