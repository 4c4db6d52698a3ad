/**
 * Manages recordings: their segments, their starts, and their results once they have ended (decisions K50 to K54). A
 * recording in progress costs nothing, because the world logs its commands anyway.
 */

import { INITIAL_SNAPSHOT } from '../../contract/control/world/snapshots.ts';
import { parseInstant } from '../../domain/numbers/instant.ts';
import type { CommandLog } from '../../engine/command-log.ts';
import { accepted, type Outcome, type Refusal, refused } from '../../engine/outcome.ts';
import type { RecordingEnd, RecordingStart } from '../../engine/ports/recording-port.ts';
import { withDigest } from '../../store/database/image-digest.ts';
import { COMMANDS_AT_START_SETTING, CONTENTS_SETTING, STARTED_AT_SETTING } from '../../store/database/setting-keys.ts';
import type { HostedWorld } from '../../world/hosted-world.ts';
import type { Recorder, WorldTurns } from '../../world/server-parts.ts';
import { shareImage } from '../../world/snapshots/image-thread.ts';
import type { SnapshotStore } from '../../world/snapshots/snapshot-store.ts';
import { readImage } from '../../world/snapshots/world-image.ts';
import { RECORDING_BOUNDS, recordSegment } from './record-segment.ts';
import type { RecordingStore } from './recording-store.ts';
import { readRecordings, recordingNumber, type StoredRecording } from './stored-recording.ts';

const MAX_RECORDINGS = 20;
const MAX_BYTES = 1_073_741_824;
const MAX_EVENTS = 500_000;

/** Calls `onBad` for invalid files of recordings. */
export function createRecorder(
  store: RecordingStore,
  snapshots: SnapshotStore,
  host: WorldTurns,
  onBad: (message: string) => void,
): Recorder {
  const recordings = new Map(readRecordings(store, onBad).map((recording) => [recording.recordingId, recording]));
  const save = (recording: StoredRecording) => {
    store.put(recording.recordingId, 'json', Buffer.from(JSON.stringify(recording)));
    recordings.set(recording.recordingId, recording);
    return recording;
  };
  const open = () => [...recordings.values()].filter(({ endedBy }) => endedBy === null);
  const end = (live: HostedWorld, recording: StoredRecording, by: RecordingEnd): StoredRecording => {
    const { recordingId: id } = recording;
    const segment = recordSegment(live, recording);
    store.put(id, 'yaml', Buffer.from(segment.scenario(START_FILE)));
    if (segment.events <= MAX_EVENTS) store.put(id, 'golden.ndjson', Buffer.from(segment.golden()));
    const { endMs, commands, events, head, isFull } = segment;
    return save({ ...recording, endMs, commands, events, head, endedBy: isFull ? 'bounds' : by });
  };
  const found = <T>(id: string, use: (recording: StoredRecording) => Outcome<T>): Promise<Outcome<T>> =>
    host.exclusive(() => {
      const recording = recordings.get(id);
      return recording === undefined ? refused('not_found', `There is no recording ${id}.`) : use(recording);
    });
  return {
    start: (name, from) => host.exclusive(() => start({ store, snapshots, recordings, save }, host.live, name, from)),
    stop: (id) =>
      found(id, (recording) => accepted(recording.endedBy === null ? end(host.live, recording, 'stop') : recording)),
    list: () => host.exclusive(() => [...recordings.values()].map((recording) => present(host.live, recording))),
    remove: (id) =>
      found(id, () => {
        recordings.delete(id);
        store.remove(id);
        return accepted(null);
      }),
    scenario: (id, startFile) =>
      found(id, (recording) => accepted(scenarioText(store, host.live, recording, startFile))),
    golden: (id) => found(id, (recording) => goldenText(store, host.live, recording)),
    startImage: (id) => found(id, () => storedStartImage(store, id)),
    follow(live) {
      forgetStrangers(live, open(), recordings, store);
      live.world.kernel.onCommit(() => {
        const latest = live.commands?.store.latestSeq() ?? 0;
        const full =
          recordings.size === 0 ? [] : open().filter(({ afterSeq }) => latest - afterSeq > RECORDING_BOUNDS.commands);
        if (full.length > 0) void host.exclusive(() => full.map((recording) => end(host.live, recording, 'bounds')));
      });
    },
    endAll(live, by) {
      for (const recording of open()) end(live, recording, by);
    },
  };
}

function scenarioText(store: RecordingStore, live: HostedWorld, recording: StoredRecording, startFile: string): string {
  if (recording.endedBy === null) return recordSegment(live, recording).scenario(startFile);
  const text = store.find(recording.recordingId, 'yaml')?.toString('utf8') ?? '';
  return text.replace(JSON.stringify(START_FILE), () => JSON.stringify(startFile));
}

function goldenText(store: RecordingStore, live: HostedWorld, recording: StoredRecording): Outcome<string> {
  if (present(live, recording).events > MAX_EVENTS) return refused('invalid_request', TOO_LONG);
  if (recording.endedBy === null) return accepted(recordSegment(live, recording).golden());
  return accepted(store.find(recording.recordingId, 'golden.ndjson')?.toString('utf8') ?? '');
}

function storedStartImage(store: RecordingStore, recordingId: string): Outcome<Buffer> {
  const image = store.find(recordingId, 'start.db');
  if (image !== null) return accepted(image);
  return refused('not_found', `The recording ${recordingId} starts with the world and needs no saved world.`);
}

const TOO_LONG = `The event log has more than ${MAX_EVENTS} entries, which is more than a golden log holds.`;

/** Its name in stored scenarios. */
const START_FILE = 'start.db';

/** A recording in progress, in its current state. */
function present({ commands: log, world }: HostedWorld, recording: StoredRecording): StoredRecording {
  if (recording.endedBy !== null) return recording;
  const commands = Math.max(0, (log?.store.latestSeq() ?? 0) - recording.afterSeq);
  const { nowMs: endMs, eventCount: events, head } = world.kernel;
  return { ...recording, endMs, events, head, commands };
}

/** The folder may now contain another world: recordings in progress then never end. */
function forgetStrangers(
  live: HostedWorld,
  open: readonly StoredRecording[],
  recordings: Map<string, StoredRecording>,
  store: RecordingStore,
): void {
  const latest = live.commands?.store.latestSeq() ?? -1;
  for (const { recordingId, afterSeq, events, startMs } of open) {
    const { eventCount, nowMs } = live.world.kernel;
    if (afterSeq <= latest && events <= eventCount && startMs <= nowMs) continue;
    recordings.delete(recordingId);
    store.remove(recordingId);
  }
}

interface StartTools {
  readonly store: RecordingStore;
  readonly snapshots: SnapshotStore;
  readonly recordings: ReadonlyMap<string, StoredRecording>;
  readonly save: (recording: StoredRecording) => StoredRecording;
}

async function start(
  tools: StartTools,
  live: HostedWorld,
  name: string | null,
  from: RecordingStart,
): Promise<Outcome<StoredRecording>> {
  const { store, recordings, save } = tools;
  const { commands: log, driver, world, settings } = live;
  if (log === null) return refused('invalid_request', 'This server does not record requests.');
  if (recordings.size >= MAX_RECORDINGS) return full(`there are ${MAX_RECORDINGS} already`);
  driver.finishInstant();
  log.flush();
  world.kernel.setClock({});
  const isWhole = from === 'beginning' && settings.get(CONTENTS_SETTING) !== null;
  if (from === 'beginning' && log.store.storedSince() > 0) return refused('invalid_request', LOST, [LOST_DETAIL]);
  // Until the image is ready, other requests are served: they come after the start.
  const began = beginningOf(live, log, from, isWhole);
  const image = isWhole ? null : await startImage(tools, live, from);
  if (image !== null && !image.ok) return image;
  if (image !== null && store.bytes() + image.value.length > MAX_BYTES) return full('all together would exceed 1 GiB');
  // Unreadable recordings have numbers, too.
  const id = `recording-${Math.max(0, ...[...recordings.keys(), ...store.list()].map(recordingNumber)) + 1}`;
  const facts = { recordingId: id, name: name ?? `Recording ${recordingNumber(id)}`, from, endedBy: null };
  try {
    if (image !== null) store.put(id, 'start.db', withDigest(image.value));
    return accepted(save({ ...facts, ...began, needsStart: image !== null }));
  } catch (error) {
    store.remove(id);
    throw error;
  }
}

/** The start of a recording: an instant, the length of the event log, and the commands before it. */
function beginningOf({ world, settings }: HostedWorld, log: CommandLog, from: RecordingStart, isWhole: boolean) {
  const { nowMs, eventCount, head } = world.kernel;
  const startMs = from === 'now' ? nowMs : (parseInstant(settings.get(STARTED_AT_SETTING) ?? '') ?? nowMs);
  const atStart = isWhole ? 0 : Number(settings.get(COMMANDS_AT_START_SETTING) ?? 0);
  const afterSeq = from === 'now' ? log.store.latestSeq() : atStart;
  const events = from === 'now' ? eventCount : 0;
  return { startMs, endMs: startMs, commands: 0, events, head, afterSeq };
}

const LOST =
  'The requests since the beginning of the world are no longer available: there were too many, an earlier version processed them, ' +
  'or the server was restarted with other rules.';
const LOST_DETAIL = { path: '/from', issue: 'can only be "now" here' };

function full(why: string): Refusal {
  return refused('invalid_request', `Nothing more can be recorded: ${why}. Delete a recording first.`);
}

/** Returns the world, current or initial, without private data. */
async function startImage(
  { snapshots }: StartTools,
  { world: { kernel }, database }: HostedWorld,
  from: RecordingStart,
): Promise<Outcome<Buffer>> {
  // Synchronously, because the recording starts at this instant.
  const taken = from === 'now' ? database.image() : await initialImage(snapshots);
  if (taken === null) return refused('invalid_request', LOST, [LOST_DETAIL]);
  return accepted(await shareImage(taken, { seed: kernel.seed }));
}

async function initialImage(snapshots: SnapshotStore): Promise<Buffer | null> {
  const stored = snapshots.find(INITIAL_SNAPSHOT);
  if (stored === null) return null;
  return 'image' in stored ? stored.image : readImage(stored.file);
}
