/** The port of the control plane to the recorder: segments of the commands in the world, available as scenarios. */
import type { RECORDING_ENDS, RECORDING_STARTS } from '../../domain/world-choices.ts';
import type { Outcome } from '../outcome.ts';

export type RecordingStart = (typeof RECORDING_STARTS)[number];
export type RecordingEnd = (typeof RECORDING_ENDS)[number];

export interface RecordingFacts {
  readonly recordingId: string;
  readonly name: string;
  readonly from: RecordingStart;
  /** `null` while it is in progress. */
  readonly endedBy: RecordingEnd | null;
  /** Virtual time. */
  readonly startMs: number;
  /** Now while it is in progress. */
  readonly endMs: number;
  readonly commands: number;
  /** Number of event log entries at its end. */
  readonly events: number;
  readonly head: string;
  /** Whether the scenario begins from a saved world. */
  readonly needsStart: boolean;
}

export interface RecordingService {
  start(name: string | null, from: RecordingStart): Promise<Outcome<RecordingFacts>>;
  stop(recordingId: string): Promise<Outcome<RecordingFacts>>;
  list(): Promise<readonly RecordingFacts[]>;
  remove(recordingId: string): Promise<Outcome<null>>;
  /** `startFile`: name in the scenario of the saved world that it begins from. */
  scenario(recordingId: string, startFile: string): Promise<Outcome<string>>;
  golden(recordingId: string): Promise<Outcome<string>>;
  startImage(recordingId: string): Promise<Outcome<Buffer>>;
}
