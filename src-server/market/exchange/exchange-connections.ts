/**
 * The connections to the exchanges: whether they are up, the latency of messages, and reconnecting. A message in
 * transit when its connection drops is lost, as is one that would arrive while the connection is down; the sender
 * requests the status afterwards.
 */
import type { Json } from '../../kernel/canonical-json.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { drawUniform, type StreamKey, streamKey } from '../../kernel/streams.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { LatencyLeg, MarketData } from '../data/market-data.ts';
import type { FaultRegistry, FaultSpan } from '../faults/fault-registry.ts';
import type { Outage, OutageStore } from './exchange-order-store.ts';
import { drawLatencyMs } from './latency.ts';

interface Message {
  readonly mic: string;
  readonly isin: string;
  readonly clientOrderId: string;
  readonly leg: LatencyLeg;
  /** Numbers the messages of one order on one leg. */
  readonly index: number;
  readonly kind: string;
  readonly content: Json;
  /** Earliest delivery: a connection preserves the order of messages. */
  readonly earliestMs?: number;
  readonly extraMs?: number;
}

export interface ConnectionStatus {
  readonly connected: boolean;
  /** Since when it is connected or disconnected; `null`: since the beginning of the world. */
  readonly sinceMs: number | null;
  /** Number of failed attempts so far, and when the next one is due; `null` while the connection is up or held down. */
  readonly attempts: number;
  readonly nextAttemptMs: number | null;
  readonly isHeld: boolean;
}

const ATTEMPT_TIMER = 'line.attempt';

export class ExchangeConnections {
  readonly #kernel: Kernel;
  readonly #data: Pick<MarketData, 'venues'>;
  readonly #faults: FaultRegistry;
  readonly #store: OutageStore;
  readonly #onUp: (unit: UnitOfWork, mic: string) => void;
  readonly #keys = new Map<string, StreamKey>();
  #outages: Outage[] = [];
  #byMic = new Map<string, Outage[]>();
  readonly #spans = new Map<string, readonly FaultSpan[]>();

  /** `onUp` is called in the unit of work in which a connection comes up again. */
  constructor(
    kernel: Kernel,
    data: Pick<MarketData, 'venues'>,
    faults: FaultRegistry,
    store: OutageStore,
    onUp: (unit: UnitOfWork, mic: string) => void,
  ) {
    this.#kernel = kernel;
    this.#data = data;
    this.#faults = faults;
    this.#store = store;
    this.#onUp = onUp;
    this.reload();
    kernel.onTimer(ATTEMPT_TIMER, (unit, payload) => {
      if (this.#raise(unit, String(payload))) onUp(unit, String(payload));
    });
  }

  /** Reads everything again; for use after a rollback. */
  reload(): void {
    this.#outages = this.#store.all();
    this.#byMic = new Map();
    this.#spans.clear();
    for (const outage of this.#outages) this.#listOf(outage.mic).push(outage);
  }

  isUp(mic: string): boolean {
    return this.#data.venues.has(mic) && this.#current(mic) === null;
  }

  /** Returns when an exchange was disconnected, latest first; `null`: never. */
  outages(mic: string): readonly FaultSpan[] | null {
    if (this.#outages.length === 0) return null;
    const outages = this.#byMic.get(mic);
    if (outages === undefined) return null;
    const known = this.#spans.get(mic);
    if (known !== undefined) return known;
    const toSpan = ({ fromMs, untilMs }: Outage) => ({ fromMs, untilMs: untilMs ?? Number.POSITIVE_INFINITY });
    const spans = outages.map(toSpan).reverse();
    this.#spans.set(mic, spans);
    return spans;
  }

  status(mic: string, nowMs: number): ConnectionStatus {
    const outage = this.#current(mic);
    if (outage === null) {
      const sinceMs = this.#byMic.get(mic)?.at(-1)?.untilMs ?? null;
      return { connected: true, sinceMs, attempts: 0, nextAttemptMs: null, isHeld: false };
    }
    const { fromMs, isHeld, attemptTimer } = outage;
    const next = firstAttemptFrom(this.#backOff(outage), nowMs - fromMs + 1);
    const nextAttemptMs = isHeld && attemptTimer === null ? null : fromMs + attemptAfterMs(this.#backOff(outage), next);
    return { connected: false, sinceMs: fromMs, attempts: isHeld ? 0 : next - 1, nextAttemptMs, isHeld };
  }

  /** Sends a message and returns when it arrives; `null`, with nothing sent, while the connection is down. */
  send(unit: UnitOfWork, message: Message): number | null {
    const { mic, isin, clientOrderId, leg, index, kind, content, earliestMs, extraMs } = message;
    if (!this.isUp(mic)) return null;
    const venue = this.#data.venues.get(mic);
    if (venue === undefined) throw new RangeError(`unknown venue ${mic}`);
    const key = streamKey(unit.seed, `market.${leg}-latency`, clientOrderId);
    const slow = this.#faults.trigger(unit, 'exchange_slow', { mic, isin }, `${clientOrderId}:${leg}:${index}`);
    const latencyMs = drawLatencyMs(venue.latency[leg], key, index) + (slow?.amount ?? 0) + (extraMs ?? 0);
    const arrivesMs = Math.max(unit.nowMs + latencyMs, earliestMs ?? 0);
    unit.schedule(arrivesMs, kind, { session: this.#sessionOf(mic), mic, content });
    return arrivesMs;
  }

  /** Registers the handler of arriving messages of a kind. */
  onMessage<T extends Json>(kind: string, handler: (unit: UnitOfWork, content: T) => void): void {
    this.#kernel.onTimer(kind, (unit, payload) => {
      const { session, mic, content } = payload as unknown as { session: number; mic: string; content: T };
      if (this.isUp(mic) && session === this.#sessionOf(mic)) handler(unit, content);
    });
  }

  /**
   * Drops a connection. `isHeld` keeps it down until `release`; otherwise reconnection is attempted until it succeeds.
   */
  drop(unit: UnitOfWork, mic: string, isHeld: boolean): void {
    const current = this.#current(mic);
    if (current !== null) {
      if (isHeld) this.#put({ ...current, isHeld: true });
      return;
    }
    const outage: Outage = {
      outageId: this.#outages.length + 1,
      mic,
      fromMs: unit.nowMs,
      untilMs: null,
      isHeld,
      attemptTimer: null,
    };
    this.#outages.push(outage);
    this.#listOf(mic).push(outage);
    this.#spans.delete(mic);
    this.#store.insert(outage);
    unit.emit('exchange.disconnected', { exchange: mic, cause: isHeld ? 'control_plane' : 'fault' });
  }

  /**
   * Called when nothing blocks the connection any more: the next attempt of the back-off succeeds, unless the
   * connection is held down.
   */
  letReconnect(unit: UnitOfWork, mic: string): void {
    const outage = this.#current(mic);
    if (outage === null || outage.isHeld || this.#isBlocked(mic, unit.nowMs)) return;
    if (outage.attemptTimer !== null) return;
    const key = this.#backOff(outage);
    const afterMs = attemptAfterMs(key, firstAttemptFrom(key, unit.nowMs - outage.fromMs));
    this.#put({ ...outage, attemptTimer: unit.schedule(outage.fromMs + afterMs, ATTEMPT_TIMER, mic) });
  }

  /** Connects a held exchange at once; returns false if a fault keeps it down. */
  release(unit: UnitOfWork, mic: string): boolean {
    const outage = this.#current(mic);
    if (outage === null) return true;
    if (this.#isBlocked(mic, unit.nowMs)) {
      this.#put({ ...outage, isHeld: false });
      return false;
    }
    if (outage.attemptTimer !== null) unit.cancel(outage.attemptTimer);
    this.#put({ ...outage, isHeld: false });
    if (this.#raise(unit, mic)) this.#onUp(unit, mic);
    return true;
  }

  #raise(unit: UnitOfWork, mic: string): boolean {
    const outage = this.#current(mic);
    if (outage === null) return false;
    if (outage.isHeld || this.#isBlocked(mic, unit.nowMs)) {
      // The cause of the block calls `letReconnect` when it ends.
      this.#put({ ...outage, attemptTimer: null });
      return false;
    }
    this.#put({ ...outage, untilMs: unit.nowMs, attemptTimer: null });
    unit.emit('exchange.connected', { exchange: mic, after_ms: unit.nowMs - outage.fromMs });
    return true;
  }

  #isBlocked(mic: string, nowMs: number): boolean {
    return this.#faults.active('exchange_down', mic, null, nowMs) !== null;
  }

  #sessionOf(mic: string): number {
    return this.#byMic.get(mic)?.length ?? 0;
  }

  #current(mic: string): Outage | null {
    const latest = this.#byMic.get(mic)?.at(-1);
    return latest !== undefined && latest.untilMs === null ? latest : null;
  }

  #put(outage: Outage): void {
    this.#spans.delete(outage.mic);
    this.#store.update(outage);
    const replace = (each: Outage) => (each.outageId === outage.outageId ? outage : each);
    this.#outages = this.#outages.map(replace);
    this.#byMic.set(outage.mic, this.#listOf(outage.mic).map(replace));
  }

  #listOf(mic: string): Outage[] {
    const known = this.#byMic.get(mic);
    if (known !== undefined) return known;
    const outages: Outage[] = [];
    this.#byMic.set(mic, outages);
    return outages;
  }

  #backOff({ mic, outageId }: Outage): StreamKey {
    const name = `${mic}:${outageId}`;
    const key = this.#keys.get(name) ?? streamKey(this.#kernel.seed, 'market.reconnect', name);
    this.#keys.set(name, key);
    return key;
  }
}

/**
 * Reconnection is attempted after 1, 2, 4, 8, 16, 32 s and then every 60 s, each up to a tenth earlier or later. The
 * attempts have a closed form, so that an outage of months takes no more work than one of seconds; no timer runs while a
 * connection is down.
 */
const DOUBLINGS = 6;
const LONGEST_STEP_S = 60;
const AFTER_DOUBLINGS_S = 2 ** DOUBLINGS - 1;

/** Returns ms from the loss of the connection to attempt `attempt` (from 1); ascends with it. */
export function attemptAfterMs(key: StreamKey, attempt: number): number {
  const doubled = attempt <= DOUBLINGS;
  const stepS = doubled ? 2 ** (attempt - 1) : LONGEST_STEP_S;
  const sinceS = doubled ? 2 ** attempt - 1 : AFTER_DOUBLINGS_S + LONGEST_STEP_S * (attempt - DOUBLINGS);
  const jitterS = (drawUniform(key, attempt) - 0.5) * 0.2 * stepS;
  return Math.round((sinceS + jitterS) * 1000);
}

/** Returns the first attempt that is not before `elapsedMs` after the loss. */
export function firstAttemptFrom(key: StreamKey, elapsedMs: number): number {
  const seconds = elapsedMs / 1000;
  const guess =
    seconds <= AFTER_DOUBLINGS_S
      ? Math.floor(Math.log2(seconds + 1))
      : DOUBLINGS + Math.floor((seconds - AFTER_DOUBLINGS_S) / LONGEST_STEP_S);
  // The jitter moves an attempt by less than a step, so the result is next to the guess.
  let attempt = Math.max(1, guess - 1);
  while (attemptAfterMs(key, attempt) < elapsedMs) attempt += 1;
  return attempt;
}
