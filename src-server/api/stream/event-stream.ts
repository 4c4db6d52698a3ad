/**
 * Publishes events of the current world to the subscribers of `GET /sim/stream`, and buffers the latest messages for
 * those who reconnect. A message is rendered once, and only if somebody is subscribed.
 */

import type { ServerResponse } from 'node:http';
import type {
  ControlNotice,
  RunProgress,
  StreamGap,
  StreamReset,
  StreamTopic,
} from '../../contract/control/world/stream.ts';
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
import { type BufferedMessage, type BufferedTopic, ReplayBuffer, type Topics } from './replay-buffer.ts';
import { StreamSubscriber } from './stream-subscriber.ts';

/** Interval at which the clock is published while time flows. */
const CLOCK_EVERY_MS = 250;
const HEARTBEAT_EVERY_MS = 15_000;
const HEARTBEAT = ': still here\n\n';
/** Approximate size of a notice without its texts. */
const NOTICE_BYTES = 400;

/** The parts of a world whose events the stream publishes. */
export interface FollowedWorld {
  readonly kernel: Pick<Kernel, 'onCommit'>;
  readonly events: Pick<EventStore, 'after'>;
  readonly driver: TimeDriver;
  readonly onDelivery: (listener: (delivery: DeliveryRecord) => void) => () => void;
  readonly onClockChange: (listener: () => void) => () => void;
  /** Progress of runs apart from the world. */
  readonly onRunProgress: (listener: (progress: RunProgress) => void) => () => void;
}

export class EventStream {
  readonly #after: After;
  /** Prefix of every id, so that ids of another server can be recognised. */
  readonly #name: string;
  readonly #buffer = new ReplayBuffer();
  readonly #subscribers = new Set<StreamSubscriber>();
  #latest = 0;
  /** Cancels the next heartbeat; `null` without subscribers. */
  #cancelBeat: (() => void) | null = null;
  /** Nothing has to be buffered before the first subscriber: nobody can reconnect. */
  #isBuffering = false;
  #world: FollowedWorld | null = null;
  #stops: (() => void)[] = [];
  #publishedClock = '';
  #wasAdvancing = false;
  #wasStopped = false;

  constructor(name: string, after: After) {
    this.#name = name;
    this.#after = after;
  }

  /** Starts to publish the events of this world. */
  follow(world: FollowedWorld): void {
    this.#world = world;
    this.#stops = [
      world.kernel.onCommit((events) => {
        for (const event of events) this.#publishEvent(event);
      }),
      world.onDelivery((delivery) => {
        const short = { ...delivery, payload: '' };
        this.#publish('delivery', () => viewDelivery(short), delivery.url.length);
      }),
      world.onClockChange(() => this.#clockChanged(world)),
      world.onRunProgress((progress) => this.#publish('progress', () => progress, progress.id.length)),
    ];
  }

  /** Stops publishing the events of a world, until another one is followed. */
  leave(): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.#world = null;
  }

  /** Ends every subscription, because no other world will be followed. */
  close(): void {
    this.leave();
    for (const subscriber of this.#subscribers) subscriber.end();
    this.#subscribers.clear();
    this.#stopHeartbeats();
  }

  /** `record` has no secrets in its path. */
  publishRequest(record: () => JournalRecord): void {
    if (!this.#isBuffering) this.#buffer.skip(++this.#latest, 'request');
    else {
      const short = withoutContents(record());
      this.#publish('request', () => viewNotice(short, false), short.path.length);
    }
  }

  /** Publishes that a request of the control plane was responded to, which may have changed something. */
  publishControl(notice: ControlNotice): void {
    this.#publish('control', () => notice, notice.path.length);
  }

  /**
   * Publishes that another world has replaced the current one: buffered numbers would refer to entries of another log.
   */
  publishReset(message: StreamReset): void {
    this.#buffer.clear();
    this.#publish('reset', () => message);
    this.#publishClock();
  }

  /** Subscribes to messages after `lastId`; `null`: to new ones. Returns how to unsubscribe. */
  open(response: ServerResponse, topics: Topics, lastId: string | null): () => void {
    const position = lastId === null ? this.#latest : this.#positionOf(lastId);
    const subscriber = new StreamSubscriber(this.#source, response, topics, position ?? this.#latest);
    if (position === null) response.write(this.#renderGap({ after: lastId ?? '', reason: 'unknown_id' }));
    this.#subscribers.add(subscriber);
    this.#isBuffering = true;
    if (this.#cancelBeat === null) this.#startHeartbeats();
    subscriber.catchUp();
    return () => {
      this.#subscribers.delete(subscriber);
      if (this.#subscribers.size === 0) this.#stopHeartbeats();
    };
  }

  #publishEvent(event: LoggedEvent): void {
    const topic = logTopicOf(event.type);
    this.#add({ number: ++this.#latest, topic, what: event.seq }, 0, () => viewEvent(event));
  }

  #publish(
    topic: 'request' | 'delivery' | 'control' | 'progress' | 'reset',
    message: () => object,
    textBytes = 0,
  ): void {
    this.#add({ number: ++this.#latest, topic, what: message }, NOTICE_BYTES + textBytes, message);
  }

  #add(entry: BufferedMessage, noticeBytes: number, message: () => object): void {
    if (!this.#isBuffering) {
      this.#buffer.skip(entry.number, entry.topic);
      return;
    }
    this.#buffer.push(entry, noticeBytes);
    this.#sendAll(entry.number, entry.topic, () => this.#frame(entry.number, entry.topic, message()));
  }

  #sendAll(number: number, topic: BufferedTopic | 'clock', render: () => string): void {
    let text: string | null = null;
    for (const subscriber of this.#subscribers) {
      if (!subscriber.wants(topic)) continue;
      text ??= render();
      subscriber.send(number, text);
    }
  }

  readonly #source = {
    buffer: this.#buffer,
    idOf: (number: number) => this.#idOf(number),
    renderClock: () => this.#frame(++this.#latest, 'clock', this.#world === null ? {} : viewClock(this.#world.driver)),
    renderGap: (gap: StreamGap) => this.#renderGap(gap),
    render: ({ number, topic, what }: BufferedMessage) => {
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

  /** While there are subscribers: publishes changes of the clock, and occasional heartbeats. */
  #startHeartbeats(): void {
    let untilHeartbeat = HEARTBEAT_EVERY_MS / CLOCK_EVERY_MS;
    const beat = () => {
      this.#cancelBeat = this.#after(CLOCK_EVERY_MS, beat);
      this.#publishClock();
      untilHeartbeat -= 1;
      if (untilHeartbeat === 0) {
        for (const subscriber of this.#subscribers) subscriber.sendHeartbeat(HEARTBEAT);
        untilHeartbeat = HEARTBEAT_EVERY_MS / CLOCK_EVERY_MS;
      }
    };
    this.#cancelBeat = this.#after(CLOCK_EVERY_MS, beat);
  }

  #stopHeartbeats(): void {
    this.#cancelBeat?.();
    this.#cancelBeat = null;
  }

  #publishClock(): void {
    if (this.#world === null || this.#subscribers.size === 0) return;
    const message = viewClock(this.#world.driver);
    const text = JSON.stringify(message);
    if (text === this.#publishedClock) return;
    this.#publishedClock = text;
    const number = ++this.#latest;
    this.#sendAll(number, 'clock', () => this.#frame(number, 'clock', message));
  }

  /**
   * Publishes changes of the mode, begins and ends of advances, and a disk that fails or recovers, at once; progress is
   * published at the next heartbeat.
   */
  #clockChanged(world: FollowedWorld): void {
    const { progress, stop } = world.driver.status();
    const isAdvancing = progress !== null;
    const isStopped = stop !== null;
    if (isAdvancing && this.#wasAdvancing && isStopped === this.#wasStopped) return;
    this.#wasAdvancing = isAdvancing;
    this.#wasStopped = isStopped;
    this.#publishClock();
  }
}

/** Copies field by field, because it runs for every request, and buffered messages must not retain bodies. */
function withoutContents(record: JournalRecord): JournalSummary {
  return {
    requestId: record.requestId,
    atMs: record.atMs,
    receivedMs: record.receivedMs,
    method: record.method,
    path: record.path,
    operation: record.operation,
    form: record.form,
    accountId: record.accountId,
    keyId: record.keyId,
    status: record.status,
    durationMs: record.durationMs,
    injectedMs: record.injectedMs,
    faultId: record.faultId,
    faultKind: record.faultKind,
    latencyFaultId: record.latencyFaultId,
    keyReuse: record.keyReuse,
    events: record.events,
  };
}

/** Topics of the live stream for entries of the event log (decision L50). */
const MARKET = new Set(['market', 'exchange', 'fault']);

function logTopicOf(type: string): Extract<StreamTopic, 'market' | 'rebalance' | 'fill' | 'world'> {
  if (type === 'order.filled') return 'fill';
  const subject = type.slice(0, type.indexOf('.'));
  if (subject === 'rebalance') return 'rebalance';
  return MARKET.has(subject) ? 'market' : 'world';
}
