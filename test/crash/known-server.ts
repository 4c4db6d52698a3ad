/** What the kill test knows of a server: of each of its worlds, of their snapshots, and of what lies beside them. */
import type { Account } from './audit/own-accounts.ts';
import { type Facts, Ledger } from './ledger.ts';
import type { Receiver } from './receiver.ts';

/** Where the audit has read a log to, and what it came to. */
export interface ReadLog {
  readonly seq: number;
  readonly head: string;
  readonly accounts: ReadonlyMap<string, Account>;
  /** How many plans and executions were asked for, by the name of the portfolio. */
  readonly plans: ReadonlyMap<string, number>;
  /** Ids of the events that webhooks were announced for. */
  readonly announced: ReadonlySet<string>;
}

export const EMPTY_LOG: ReadLog = {
  seq: 0,
  head: '0'.repeat(64),
  accounts: new Map(),
  plans: new Map(),
  announced: new Set(),
};

/** A world as it was at some moment. */
export interface WorldMoment {
  readonly facts: Facts;
  readonly log: ReadLog;
  /** An answered count of events with the head after them: later logs begin with it. */
  readonly acknowledged: { readonly events: number; readonly head: string };
}

export class KnownWorld {
  readonly name: string;
  ledger: Ledger;
  log: ReadLog;
  acknowledged: WorldMoment['acknowledged'];
  /** Ids by what they are of. */
  readonly ids = new Map<string, string>();
  /** What it is if an unanswered request has replaced it. */
  replacedBy: WorldMoment | null = null;

  constructor(name: string, moment: WorldMoment) {
    this.name = name;
    this.ledger = new Ledger(moment.facts);
    this.log = moment.log;
    this.acknowledged = moment.acknowledged;
  }

  /** Before the paths of its requests. */
  get prefix(): string {
    return this.name === 'default' ? '' : `/worlds/${this.name}`;
  }

  moment(): WorldMoment {
    return { facts: new Map(this.ledger.facts), log: this.log, acknowledged: this.acknowledged };
  }

  become({ facts, log, acknowledged }: WorldMoment): void {
    this.ledger = new Ledger(facts);
    this.log = log;
    this.acknowledged = acknowledged;
    this.ids.clear();
    this.replacedBy = null;
  }
}

export class KnownServer {
  readonly receiver: Receiver;
  readonly worlds = new Map<string, KnownWorld>();
  /** Snapshots, recordings and worlds: what is of no history. */
  readonly outside = new Ledger();
  /** Ids of recordings by their names. */
  readonly recordings = new Map<string, string>();
  /** Ids of the latest sweep, lab run and exploration that were acknowledged, by the paths of their lists. */
  readonly runs = new Map<string, string>();
  /** States that snapshots of the first world have, and worlds that are being made; the beginning under `''`. */
  readonly moments = new Map<string, WorldMoment>();
  /** Requests with a key, and the rebalance that was answered. */
  readonly idempotent = new Map<string, { readonly path: string; readonly body: unknown; readonly id: string }>();
  /** Ids of events of histories of the first world that were given up. */
  readonly formerly = new Set<string>();
  /** Names that were given out. */
  #names = 0;
  /** So far. */
  kills = 0;

  constructor(receiver: Receiver) {
    this.receiver = receiver;
  }

  get first(): KnownWorld {
    const first = this.worlds.get('default');
    if (first === undefined) throw new Error('the first world is known from the first start on');
    return first;
  }

  /** The history of a world ends: another state replaces it. */
  giveUp(world: KnownWorld): void {
    if (world !== this.first) return;
    for (const id of world.log.announced) this.formerly.add(id);
    this.idempotent.clear();
  }

  newNumber(): number {
    this.#names += 1;
    return this.#names;
  }

  newName(kind: string): string {
    return `${kind}-${this.newNumber()}`;
  }
}
