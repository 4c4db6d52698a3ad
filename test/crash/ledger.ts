/**
 * A client's knowledge of a server: facts that were acknowledged, and requested changes without a response. Each of
 * these was made as a whole or not at all; everything else is as it was acknowledged.
 */
import type { CrashResponse } from './crashing-server.ts';

/** By subject; the value is as the server lists it. */
export type Facts = ReadonlyMap<string, string>;

/** Facts after a change; `null`: the fact no longer exists. */
export type Change = Readonly<Record<string, string | null>>;

export class Ledger {
  #facts: Map<string, string>;
  readonly #unanswered = new Set<Change>();

  constructor(facts: Facts = new Map()) {
    this.#facts = new Map(facts);
  }

  get facts(): Facts {
    return this.#facts;
  }

  get(about: string): string | undefined {
    return this.#facts.get(about);
  }

  /** The subjects of facts with this prefix, without the prefix. */
  list(beginning: string): string[] {
    return [...this.#facts.keys()]
      .filter((about) => about.startsWith(`${beginning} `))
      .map((about) => about.slice(beginning.length + 1));
  }

  /** Requests a change. It counts as made once it is acknowledged, and as refused after an error response. */
  async change(change: Change, ask: () => Promise<CrashResponse | null>): Promise<CrashResponse | null> {
    this.#unanswered.add(change);
    const response = await ask();
    if (response === null) return null;
    this.#unanswered.delete(change);
    if (response.status < 300) this.#apply(change);
    return response;
  }

  /** A fact that was not requested and is allowed, such as the effects of a restore. */
  note(change: Change): void {
    this.#apply(change);
  }

  /** Compares with the server's list, and records which of the pending changes were made; returns the faults. */
  settle(listed: Facts): string[] {
    const faults: string[] = [];
    for (const change of this.#unanswered) {
      const entries = Object.entries(change);
      const made = entries.filter(([about, value]) => (listed.get(about) ?? null) === value);
      const same = entries.filter(([about]) => listed.get(about) === this.#facts.get(about));
      if (made.length === entries.length) this.#apply(change);
      else if (same.length < entries.length)
        faults.push(`a change that was not acknowledged is half made: ${entries.map(([about]) => about).join(', ')}`);
    }
    this.#unanswered.clear();
    return [...faults, ...differences(this.#facts, listed)];
  }

  #apply(change: Change): void {
    for (const [about, value] of Object.entries(change)) {
      if (value === null) this.#facts.delete(about);
      else this.#facts.set(about, value);
    }
  }
}

/** Returns a line for each fact that is not as it must be. */
export function differences(wanted: Facts, listed: Facts): string[] {
  const all = new Set([...wanted.keys(), ...listed.keys()]);
  return [...all].flatMap((about) => {
    const [must, is] = [wanted.get(about), listed.get(about)];
    if (must === is) return [];
    if (is === undefined) return [`${about} was acknowledged as ${must}, and is not there`];
    return [
      must === undefined
        ? `${about} is there as ${is}, and was never acknowledged`
        : `${about} is ${is}, and must be ${must}`,
    ];
  });
}
