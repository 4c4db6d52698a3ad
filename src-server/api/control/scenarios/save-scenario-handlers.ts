/**
 * `POST /sim/scenarios` keeps a recording in the folder of scenarios (decision K85); `POST /sim/opened-scenarios` takes
 * one, or a text, among the scenarios without writing it there (decision K84). Changes nothing of the world.
 */
import type { recordingOperations } from '../../../contract/control/scenarios/recording-operations.ts';
import { accepted, mapOutcome, type Outcome, refused } from '../../../engine/outcome.ts';
import type { RecordingService } from '../../../engine/ports/recording-port.ts';
import type { SavedTexts } from '../../../scenario/run/scenario-service.ts';
import type { HandlersFor } from '../../services.ts';

type SaveScenarioRows = Pick<typeof recordingOperations, 'saveScenario' | 'openScenario'>;

export const saveScenarioHandlers: HandlersFor<SaveScenarioRows, 'recordings' | 'scenarios'> = {
  async saveScenario({ recordings, scenarios, body: { recording_id: id, file, replace } }) {
    const saved = await scenarios.save(file, replace, (startFile) => textsOf(recordings, id, startFile));
    return mapOutcome(saved, (found) => ({ ...found, folder: scenarios.ownFolder ?? '', files: [...found.files] }));
  },

  async openScenario({ recordings, scenarios, body: { name, text, recording_id: id } }) {
    const given = accepted({ scenario: text ?? '', golden: null, start: null });
    const textsFor = async (startFile: string) => (id === undefined ? given : textsOf(recordings, id, startFile));
    return mapOutcome(await scenarios.open(name, textsFor), (file) => ({ file }));
  },
};

async function textsOf(recordings: RecordingService, id: string, startFile: string): Promise<Outcome<SavedTexts>> {
  const facts = (await recordings.list()).find(({ recordingId }) => recordingId === id);
  if (facts === undefined) return refused('not_found', `There is no recording ${id}.`);
  // Its golden log would be that of another end than its text.
  if (facts.endedBy === null)
    return refused('invalid_request', `${id} is still recording. Stop it first.`, [STILL_RECORDING]);
  const scenario = await recordings.scenario(id, startFile);
  if (!scenario.ok) return scenario;
  const start = facts.needsStart ? await recordings.startImage(id) : accepted(null);
  if (!start.ok) return start;
  // A log that is too long to be a golden one is no reason not to keep the scenario.
  const golden = await recordings.golden(id);
  return accepted({ scenario: scenario.value, golden: golden.ok ? golden.value : null, start: start.value });
}

const STILL_RECORDING = { path: '/recording_id', issue: 'belongs to a recording that has not ended' };
