/**
 * Tells whoever follows `GET /sim/stream` what happens, whichever world it happens in, and remembers the latest for those
 * who come back. A message is rendered once and only if somebody listens. Refuses to know of HTTP but for writing to it.
 */
import type { ServerResponse } from 'node:http';
import type { StreamGap, StreamReset } from '../../contract/control/world/stream.ts';
import type { JournalRecord, JournalSummary } from '../../engine/ports/journal-port.ts';
import type { EventStore } from '../../engine/ports/stores.ts';
import type { DeliveryRecord } from '../../engine/ports/webhook-ports.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { TimeDriver } from '../../kernel/time-driver.ts';
import type { After } from '../http/after.ts';
import { viewNotice } from '../journal/journal-view.ts';
import { viewDelivery } from '../views/webhooks/view-delivery.ts';
import { viewClock } from '../views/world/view-clock.ts';
import { viewEvent } from '../views/world/view-event.ts';
import { logTopicOf } from './log-topic.ts';
import { type KeptTopic, ReplayBuffer, type RingEntry, type Topics } from './replay-buffer.ts';
import { StreamSubscriber } from './stream-subscriber.ts';

/** The clock is told at most this often; while time flows it is told at least this often. */
const CLOCK_EVERY_MS = 250;
const BEAT_EVERY_MS = 15_000;
const BEAT = ': still here\n\n';
/** What a notice takes besides its texts, roughly. */
const NOTICE_BYTES = 400;

/** What the stream needs of a world to report what happens in it. */
export interface FollowedWorld {
  readonly kernel: Pick<Kernel, 'onCommit'>;
  readonly events: Pick<EventStore, 'after'>;
  readonly driver: TimeDriver;
  readonly onDelivery: (listener: (delivery: DeliveryRecord) => void) => () => void;
  readonly onClockChange: (listener: () => void) => () => void;
}

export class EventStream {
  readonly #after: After;
  /** Begins every id, so that an id of another server is known as such. */
  readonly #name: string;
  readonly #ring = new ReplayBuffer();
  readonly #readers = new Set<StreamSubscriber>();
  #latest = 0;
  /** Who comes back was here before: until the first reader, nothing has to be remembered. */
  #isRemembering = false;
  #world: FollowedWorld | null = null;
  #stops: (() => void)[] = [];
  #toldClock = '';
  #wasAdvancing = false;
  #wasHeld = false;

  constructor(name: string, after: After) {
    this.#name = name;
    this.#after = after;
  }

  /** From now on tells of this world. */
  follow(world: FollowedWorld): void {
    this.#world = world;
    this.#stops = [
      world.kernel.onCommit((events) => {
        for (const event of events) this.#tellEvent(event);
      }),
      world.onDelivery((delivery) => {
        const short = { ...delivery, payload: '' };
        this.#tell('delivery', () => viewDelivery(short), delivery.url.length);
      }),
      world.onClockChange(() => this.#clockChanged(world)),
    ];
  }

  /** Tells of no world, until another one is followed. */
  leave(): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.#world = null;
  }

  /** `exchange` without secrets in its path. */
  tellRequest(exchange: () => JournalRecord): void {
    if (!this.#isRemembering) this.#ring.skip(++this.#latest, 'request');
    else {
      const short = withoutContents(exchange());
      this.#tell('request', () => viewNotice(short), short.path.length);
    }
  }

  /** Another world is there: numbers of log entries that are kept would name entries of another log. */
  tellReset(message: StreamReset): void {
    this.#ring.clear();
    this.#tell('reset', () => message);
    this.#tellClock();
  }

  /** Takes up a reader where he left, `null`: with what happens from now on. Returns how to let him go. */
  open(response: ServerResponse, topics: Topics, lastId: string | null): () => void {
    const position = lastId === null ? this.#latest : this.#positionOf(lastId);
    const reader = new StreamSubscriber(this.#source, response, topics, position ?? this.#latest);
    if (position === null) response.write(this.#renderGap({ after: lastId ?? '', reason: 'unknown_id' }));
    this.#readers.add(reader);
    this.#isRemembering = true;
    if (this.#readers.size === 1) this.#beginBeats();
    reader.catchUp();
    return () => this.#readers.delete(reader);
  }

  #tellEvent(event: LoggedEvent): void {
    const topic = logTopicOf(event.type);
    this.#keep({ number: ++this.#latest, topic, what: event.seq }, 0, () => viewEvent(event));
  }

  #tell(topic: 'request' | 'delivery' | 'reset', message: () => object, textBytes = 0): void {
    this.#keep({ number: ++this.#latest, topic, what: message }, NOTICE_BYTES + textBytes, message);
  }

  #keep(entry: RingEntry, noticeBytes: number, message: () => object): void {
    if (!this.#isRemembering) {
      this.#ring.skip(entry.number, entry.topic);
      return;
    }
    this.#ring.push(entry, noticeBytes);
    this.#sendAll(entry.number, entry.topic, () => this.#frame(entry.number, entry.topic, message()));
  }

  #sendAll(number: number, topic: KeptTopic | 'clock', render: () => string): void {
    let text: string | null = null;
    for (const reader of this.#readers) {
      if (!reader.wants(topic)) continue;
      text ??= render();
      reader.tell(number, text);
    }
  }

  readonly #source = {
    ring: this.#ring,
    idOf: (number: number) => this.#idOf(number),
    renderClock: () => this.#frame(++this.#latest, 'clock', this.#world === null ? {} : viewClock(this.#world.driver)),
    renderGap: (gap: StreamGap) => this.#renderGap(gap),
    render: ({ number, topic, what }: RingEntry) => {
      if (typeof what !== 'number') return this.#frame(number, topic, what());
      const [event] = this.#world?.events.after(what - 1, 1) ?? [];
      return event === undefined ? null : this.#frame(number, topic, viewEvent(event));
    },
  };

  #renderGap(gap: StreamGap): string {
    return this.#frame(++this.#latest, 'gap', gap);
  }

  #frame(number: number, name: string, message: object): string {
    return `id: ${this.#idOf(number)}\nevent: ${name}\ndata: ${JSON.stringify(message)}\n\n`;
  }

  #idOf(number: number): string {
    return `${this.#name}-${number}`;
  }

  #positionOf(id: string): number | null {
    const [name, number] = id.split('-');
    const position = name === this.#name && /^\d{1,15}$/.test(number ?? '') ? Number(number) : Number.NaN;
    return position <= this.#latest ? position : null;
  }

  /** While anybody reads: the clock at a steady beat where it has changed, and a sign of life now and then. */
  #beginBeats(): void {
    let untilBeat = BEAT_EVERY_MS / CLOCK_EVERY_MS;
    const beat = () => {
      if (this.#readers.size === 0) return;
      this.#tellClock();
      untilBeat -= 1;
      if (untilBeat === 0) {
        for (const reader of this.#readers) reader.beat(BEAT);
        untilBeat = BEAT_EVERY_MS / CLOCK_EVERY_MS;
      }
      this.#after(CLOCK_EVERY_MS, beat);
    };
    this.#after(CLOCK_EVERY_MS, beat);
  }

  #tellClock(): void {
    if (this.#world === null || this.#readers.size === 0) return;
    const message = viewClock(this.#world.driver);
    const text = JSON.stringify(message);
    if (text === this.#toldClock) return;
    this.#toldClock = text;
    const number = ++this.#latest;
    this.#sendAll(number, 'clock', () => this.#frame(number, 'clock', message));
  }

  /** A mode that changed, an advance that began or ended and a disk that refuses or takes are told at once; its progress waits for the beat. */
  #clockChanged(world: FollowedWorld): void {
    const { progress, held } = world.driver.status();
    const isAdvancing = progress !== null;
    const isHeld = held !== null;
    if (isAdvancing && this.#wasAdvancing && isHeld === this.#wasHeld) return;
    this.#wasAdvancing = isAdvancing;
    this.#wasHeld = isHeld;
    this.#tellClock();
  }
}

/** Field by field, because it is done for every request, and what is kept must not hold on to bodies. */
function withoutContents(exchange: JournalRecord): JournalSummary {
  return {
    requestId: exchange.requestId,
    atMs: exchange.atMs,
    receivedMs: exchange.receivedMs,
    method: exchange.method,
    path: exchange.path,
    operation: exchange.operation,
    form: exchange.form,
    accountId: exchange.accountId,
    keyId: exchange.keyId,
    status: exchange.status,
    durationMs: exchange.durationMs,
    injectedMs: exchange.injectedMs,
    faultId: exchange.faultId,
    faultKind: exchange.faultKind,
    events: exchange.events,
  };
}
