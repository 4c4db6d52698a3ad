/** The service through which the control plane resets the world, and saves and restores its snapshots. */
import type { CHAIN_STATUSES } from '../domain/world-choices.ts';
import type { Outcome } from './outcome.ts';

/** Facts of a snapshot that are known without opening it. */
export interface SnapshotFacts {
  readonly name: string;
  /** Wall clock. */
  readonly savedMs: number;
  readonly seed: number;
  /** Virtual time. */
  readonly nowMs: number;
  readonly events: number;
  readonly head: string;
  readonly bytes: number;
}

/** Facts that make a world reproducible: seed, instant, event chain, versions and fixtures. */
export interface WorldPrint {
  readonly seed: number;
  readonly now: string;
  readonly events: number;
  readonly head: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly fixtures: Readonly<Record<string, string>>;
  readonly chain: {
    readonly status: (typeof CHAIN_STATUSES)[number];
    readonly broken_at: number | null;
    readonly written_events: number | null;
  };
}

/** Changes of the whole world run one after the other, and never while a request is processed. */
export interface SnapshotService {
  /** Resolves once the world in its initial state accepts requests. */
  reset(): Promise<Outcome<WorldPrint>>;
  /** Resolves once the restored world accepts requests. */
  restore(name: string): Promise<Outcome<WorldPrint>>;
  save(name: string, replace: boolean): Promise<Outcome<SnapshotFacts>>;
  /**
   * Saves a snapshot before an advance of the clock, under a generated name; `null` if there is no room, or the world
   * has more than `maxBytes`.
   */
  saveBefore(maxBytes: number): Promise<SnapshotFacts | null>;
  /** By name. */
  list(): Promise<readonly SnapshotFacts[]>;
  remove(name: string): Promise<Outcome<null>>;
}
