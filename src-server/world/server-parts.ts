/** What a server gives the worlds that it hosts. It stays the same while they replace each other. */
import type { EventStream } from '../api/stream/event-stream.ts';
import type { LinearSolver } from '../domain/budget/linear-solver.ts';
import type { RecordingEnd, RecordingService } from '../engine/ports/recording-port.ts';
import type { HostedWorld, HostingPorts } from './hosted-world.ts';
import type { MarketFacts } from './market-facts.ts';
import type { SnapshotStore } from './snapshots/snapshot-store.ts';

export interface ServerParts extends HostingPorts {
  readonly root: string;
  readonly facts: MarketFacts;
  readonly solver: LinearSolver;
  /** Publishes the events of whichever world is hosted. */
  readonly stream: EventStream;
  readonly snapshots: SnapshotStore;
  /** Lets the server forget the secrets of the world, which has ended. */
  readonly forgetSecrets: () => void;
  /** Creates what records the worlds of this host. */
  readonly createRecorder: (host: WorldTurns) => Recorder;
}

/** The hosted world, and turns for work that concerns it as a whole. */
export interface WorldTurns {
  readonly live: HostedWorld;
  /** Runs `work` when nothing else changes the world as a whole. */
  inTurn<T>(work: () => T | Promise<T>): Promise<T>;
}

export interface Recorder extends RecordingService {
  /** To be called with every world that is hosted: continues what was being recorded in it. */
  follow(live: HostedWorld): void;
  /** To be called in turn, before the world leaves: recordings end with it. */
  endAll(live: HostedWorld, by: RecordingEnd): void;
}
