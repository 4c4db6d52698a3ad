/**
 * `/sim/recordings`: records actions in the world as scenarios that replay to the same event log
 * (decisions K50 to K54).
 */
import type { recordingOperations } from '../../../contract/control/scenarios/recording-operations.ts';
import type { RecordingWire } from '../../../contract/control/scenarios/recordings.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { accepted, mapOutcome } from '../../../engine/outcome.ts';
import type { RecordingFacts } from '../../../engine/ports/recording-port.ts';
import { fileReply } from '../../http/handler.ts';
import type { HandlersFor } from '../../services.ts';

type RecordingRows = Omit<typeof recordingOperations, 'saveScenario' | 'openScenario'>;

export const recordingHandlers: HandlersFor<RecordingRows, 'recordings'> = {
  listRecordings: async ({ recordings }) => accepted({ recordings: (await recordings.list()).map(viewRecording) }),

  startRecording: async ({ recordings, body: { name = null, from } }) =>
    mapOutcome(await recordings.start(name, from), viewRecording),

  stopRecording: async ({ recordings, params }) => mapOutcome(await recordings.stop(params.id), viewRecording),

  deleteRecording: async ({ recordings, params: { id } }) =>
    mapOutcome(await recordings.remove(id), () => ({ recording_id: id, deleted: true })),

  async getRecordedScenario({ recordings, params: { id }, query: { name = id, start = `${name}.start.db` } }) {
    const text = await recordings.scenario(id, start);
    return text.ok ? fileReply('text/yaml', `${name}.yaml`, text.value) : text;
  },

  async getRecordedGolden({ recordings, params: { id }, query: { name = id } }) {
    const text = await recordings.golden(id);
    return text.ok ? fileReply('application/x-ndjson', `${name}.golden.ndjson`, text.value) : text;
  },

  async getRecordedStart({ recordings, params: { id }, query: { name = id } }) {
    const image = await recordings.startImage(id);
    return image.ok ? fileReply('application/octet-stream', `${name}.start.db`, image.value) : image;
  },
};

function viewRecording(facts: RecordingFacts): RecordingWire {
  return {
    recording_id: facts.recordingId,
    name: facts.name,
    from: facts.from,
    status: facts.endedBy === null ? 'recording' : 'stopped',
    ended_by: facts.endedBy,
    started_at: formatInstant(facts.startMs),
    ended_at: formatInstant(facts.endMs),
    commands: facts.commands,
    events: facts.events,
    head: facts.head,
    needs_start: facts.needsStart,
  };
}
