/** What the control plane asks of whoever keeps the world: to go back to how it was made, or to how it was once. */
import type { Outcome } from './outcome.ts';

/** A state that was saved, and what is known of it without opening it. */
export interface SnapshotFacts {
  readonly name: string;
  /** Wall clock. */
  readonly savedMs: number;
  readonly seed: number;
  /** Where its clock stands. */
  readonly nowMs: number;
  readonly events: number;
  readonly head: string;
  readonly bytes: number;
}

/** What makes a world repeatable: seed, instant, event chain, versions and fixtures. */
export interface WorldPrint {
  readonly seed: number;
  readonly now: string;
  readonly events: number;
  readonly head: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly fixtures: Readonly<Record<string, string>>;
}

/** Whatever changes the world as a whole happens in turn: one after the other, and never beside a request. */
export interface SnapshotService {
  /** Resolves when requests are answered by the world as it was made. */
  reset(): Promise<Outcome<WorldPrint>>;
  /** Resolves when requests are answered by the world as it was saved. */
  restore(name: string): Promise<Outcome<WorldPrint>>;
  save(name: string, replace: boolean): Promise<Outcome<SnapshotFacts>>;
  /** Keeps the world before a long jump of its clock, under a name of its own; `null` where there is no room. */
  saveBefore(): Promise<SnapshotFacts | null>;
  /** By name. */
  list(): Promise<readonly SnapshotFacts[]>;
  remove(name: string): Promise<Outcome<null>>;
}
