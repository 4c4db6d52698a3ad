/** The parts of a server that its worlds use. They stay the same when one world replaces another. */
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
  /** Publishes the events of the hosted world. */
  readonly stream: EventStream;
  readonly snapshots: SnapshotStore;
  /** Makes the server forget the secrets of the world, which has ended. */
  readonly forgetSecrets: () => void;
  /** Creates the recorder of this host's worlds. */
  readonly createRecorder: (host: WorldTurns) => Recorder;
}

/** The hosted world, and turns for work that concerns it as a whole. */
export interface WorldTurns {
  readonly live: HostedWorld;
  /** Runs `work` while nothing else changes the world as a whole. */
  exclusive<T>(work: () => T | Promise<T>): Promise<T>;
}

export interface Recorder extends RecordingService {
  /** Called with every hosted world: continues the recordings of it. */
  follow(live: HostedWorld): void;
  /** Called in turn, before the world is replaced or ended: ends its recordings. */
  endAll(live: HostedWorld, by: RecordingEnd): void;
}
