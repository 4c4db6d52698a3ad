/**
 * Records another server through its control plane: starts, waits, stops, writes the scenario with its other files, and
 * replays it at once to check that it reaches the same event log.
 */

import { basename } from 'node:path';
import { recordingOperations } from '../../contract/control/scenarios/recording-operations.ts';
import type { RecordingWire } from '../../contract/control/scenarios/recordings.ts';
import { countOf } from '../../domain/numbers/count-of.ts';
import { PRIVATE, readBytes, writeTogether } from '../../system/files/durable-files.ts';
import { projectRoot } from '../../system/files/read-source.ts';
import { hostClock } from '../../system/host-time.ts';
import { StartupError } from '../../world/startup-error.ts';
import { type ControlClient, createControlClient } from '../control-client.ts';
import { goldenFileOf } from '../replay/golden-file.ts';
import { playScenario } from '../replay/play-scenario.ts';
import type { StartWorld } from '../replay/start-world.ts';

export interface RecordOptions {
  /** Address of the server, without a path. */
  readonly url: string;
  readonly adminToken: string;
  readonly name: string | null;
  readonly from: 'now' | 'beginning';
  /** Host ms; `null`: until `stop`. */
  readonly forMs: number | null;
  readonly out: string;
  /** Overwrites existing files. */
  readonly force: boolean;
  /** Resolves when the recording should end. */
  readonly stop: Promise<void>;
  readonly write: (line: string) => void;
}

/** 24 days, the longest timer of the host. */
const LONGEST_WAIT_MS = 2_147_483_647;

/** 0: the recording replays to the same head; 1: it does not. Rejects with `StartupError`. */
export async function recordLive(options: RecordOptions, startWorld: StartWorld): Promise<0 | 1> {
  const { name, from, out, write } = options;
  refuseOverwriting(options);
  const client = createControlClient(options);
  const started = await client.ask(recordingOperations.startRecording, {
    body: { ...(name === null ? {} : { name }), from },
  });
  const { recording_id: id } = started;
  write(
    `recording ${id} of ${options.url} from ${started.started_at} on${options.forMs === null ? '; Ctrl-C ends it' : ''}`,
  );
  await waitFor(options);
  const facts = await client.ask(recordingOperations.stopRecording, { params: { id } });
  await writeFiles(options, client, facts);
  write(
    `${out}: ${countOf(facts.commands, 'request')}, ${countOf(facts.events, 'log entry', 'log entries')}, head ${facts.head.slice(0, 12)}`,
  );
  await client.ask(recordingOperations.deleteRecording, { params: { id } });
  return replay(options, facts, startWorld);
}

function waitFor({ forMs, stop }: RecordOptions): Promise<void> {
  return new Promise((resolve) => {
    // A process that only waits for a signal has nothing to do, and would exit.
    const cancel = hostClock.after(forMs ?? LONGEST_WAIT_MS, resolve);
    void stop.then(() => {
      cancel();
      resolve();
    });
  });
}

function startFileOf(out: string): string {
  return `${goldenFileOf(out).replace(/\.golden\.ndjson$/, '')}.start.db`;
}

function refuseOverwriting({ out, force }: RecordOptions): void {
  const there = [out, goldenFileOf(out), startFileOf(out)].filter((file) => readBytes(file) !== null);
  if (there.length > 0 && !force) {
    throw new StartupError(
      64,
      there.map((file) => `--out: ${file} already exists; use --force to overwrite it`),
    );
  }
}

async function writeFiles(
  { out }: RecordOptions,
  client: ControlClient,
  { recording_id: id, needs_start: needsStart }: RecordingWire,
): Promise<void> {
  const startFile = startFileOf(out);
  const params = { id };
  const query = { start: basename(startFile) };
  const scenario = await client.read(recordingOperations.getRecordedScenario, { params, query });
  const golden = await client.read(recordingOperations.getRecordedGolden, { params });
  const image = needsStart
    ? [{ file: startFile, bytes: await client.read(recordingOperations.getRecordedStart, { params }) }]
    : [];
  const texts = [
    { file: out, bytes: scenario },
    { file: goldenFileOf(out), bytes: golden },
  ];
  writeTogether([...image, ...texts], PRIVATE);
}

/** Replays the written files, as any user of them will. */
async function replay({ out, write }: RecordOptions, facts: RecordingWire, startWorld: StartWorld): Promise<0 | 1> {
  const usual = { seed: null, vary: {}, dataDir: null, untilMs: null, restoreAfterStep: null } as const;
  const job = { ...usual, file: out, root: projectRoot(out), retain: 'figures' } as const;
  const outcome = await playScenario(job, {}, startWorld);
  const failures = outcome.steps.flatMap(({ line, title, failures: why }) =>
    why.map((each) => `line ${line}: ${title}: ${each}`),
  );
  const hasSameHead = outcome.head === facts.head;
  for (const line of [...outcome.faults, ...failures]) write(`  ${line}`);
  if (hasSameHead && outcome.status === 'passed') {
    write(
      `replayed to the same head (${countOf(outcome.steps.length, 'step')}, ${countOf(outcome.eventCount, 'log entry', 'log entries')})`,
    );
    return 0;
  }
  write(
    hasSameHead
      ? 'replayed to the same head, but some responses differed'
      : `replayed to another head: ${outcome.head.slice(0, 12)} after ${countOf(outcome.eventCount, 'log entry', 'log entries')}; "ballast replay ${out}" shows where`,
  );
  return 1;
}
