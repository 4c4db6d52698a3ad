/** The kill test's knowledge of a server: its worlds, their snapshots, and everything outside them. */
import type { Account } from './audit/own-accounts.ts';
import { type Facts, Ledger } from './ledger.ts';
import type { Receiver } from './receiver.ts';

/** The position to which the audit has read a log, and the results. */
export interface ReadLog {
  readonly seq: number;
  readonly head: string;
  readonly accounts: ReadonlyMap<string, Account>;
  /** Number of requested plans and executions, by the name of the portfolio. */
  readonly plans: ReadonlyMap<string, number>;
  /** Ids of the events for which webhooks were announced. */
  readonly announced: ReadonlySet<string>;
}

export const EMPTY_LOG: ReadLog = {
  seq: 0,
  head: '0'.repeat(64),
  accounts: new Map(),
  plans: new Map(),
  announced: new Set(),
};

/** The state of a world at some moment. */
export interface WorldMoment {
  readonly facts: Facts;
  readonly log: ReadLog;
  /** A count of events in a response, with the head after them: later logs begin with it. */
  readonly acknowledged: { readonly events: number; readonly head: string };
}

export class KnownWorld {
  readonly name: string;
  ledger: Ledger;
  log: ReadLog;
  acknowledged: WorldMoment['acknowledged'];
  /** Ids by subject. */
  readonly ids = new Map<string, string>();
  /** Its state if an unanswered request has replaced it. */
  replacedBy: WorldMoment | null = null;

  constructor(name: string, moment: WorldMoment) {
    this.name = name;
    this.ledger = new Ledger(moment.facts);
    this.log = moment.log;
    this.acknowledged = moment.acknowledged;
  }

  /** Prefix of the paths of its requests. */
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
  /** Snapshots, recordings and worlds: facts that belong to no history. */
  readonly outside = new Ledger();
  /** Ids of recordings by their names. */
  readonly recordings = new Map<string, string>();
  /** Ids of the latest acknowledged sweep, lab run and exploration, by the paths of their lists. */
  readonly runs = new Map<string, string>();
  /** States in snapshots of the first world, and of worlds that are being created; the initial state under `''`. */
  readonly moments = new Map<string, WorldMoment>();
  /** Requests with a key, and the rebalance in the response. */
  readonly idempotent = new Map<string, { readonly path: string; readonly body: unknown; readonly id: string }>();
  /** Ids of events in abandoned histories of the first world. */
  readonly formerly = new Set<string>();
  /** Number of names in use. */
  #names = 0;
  /** Number of kills so far. */
  kills = 0;

  constructor(receiver: Receiver) {
    this.receiver = receiver;
  }

  get first(): KnownWorld {
    const first = this.worlds.get('default');
    if (first === undefined) throw new Error('the first world is known from the first start on');
    return first;
  }

  /** Ends the history of a world, which another state replaces. */
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
