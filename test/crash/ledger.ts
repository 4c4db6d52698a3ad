/**
 * What a client of the server knows of it: facts that were acknowledged, and changes that were asked for and never
 * answered. Each of these was made as a whole or not at all; everything else is as it was acknowledged.
 */
import type { Answer } from './crashing-server.ts';

/** By what they are about; the value is as the server lists it. */
export type Facts = ReadonlyMap<string, string>;

/** Facts as they are after a change; `null`: there is none any more. */
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

  /** What facts are about that begin so, without the beginning. */
  list(beginning: string): string[] {
    return [...this.#facts.keys()]
      .filter((about) => about.startsWith(`${beginning} `))
      .map((about) => about.slice(beginning.length + 1));
  }

  /** Asks for a change. It counts as made once it is acknowledged, and as refused once an error is answered. */
  async change(change: Change, ask: () => Promise<Answer | null>): Promise<Answer | null> {
    this.#unanswered.add(change);
    const answer = await ask();
    if (answer === null) return null;
    this.#unanswered.delete(change);
    if (answer.status < 300) this.#apply(change);
    return answer;
  }

  /** A fact that nobody asked for and that is allowed, such as what a restore ends. */
  note(change: Change): void {
    this.#apply(change);
  }

  /** Compares with what the server lists, and takes over which of the unanswered changes were made; what is wrong. */
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

/** A line for each fact that is not as it must be. */
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
