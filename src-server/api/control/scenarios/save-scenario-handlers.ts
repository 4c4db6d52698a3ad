/**
 * `POST /sim/scenarios` saves a recording or a text in the folder of scenarios (decision K85);
 * `POST /sim/opened-scenarios` lists one, or a text, among the scenarios without saving it there (decision K84).
 * Neither changes the world.
 */
import type { recordingOperations } from '../../../contract/control/scenarios/recording-operations.ts';
import { accepted, mapOutcome, type Outcome, refused } from '../../../engine/outcome.ts';
import type { RecordingService } from '../../../engine/ports/recording-port.ts';
import type { SavedTexts } from '../../../scenario/run/scenario-service.ts';
import type { HandlersFor } from '../../services.ts';

type SaveScenarioRows = Pick<typeof recordingOperations, 'saveScenario' | 'openScenario'>;

export const saveScenarioHandlers: HandlersFor<SaveScenarioRows, 'recordings' | 'scenarios'> = {
  async saveScenario({ recordings, scenarios, body: { recording_id: id, text, file, replace } }) {
    const saved = await scenarios.save(file, replace, givenTexts(recordings, id, text));
    return mapOutcome(saved, (found) => ({ ...found, folder: scenarios.ownFolder ?? '', files: [...found.files] }));
  },

  async openScenario({ recordings, scenarios, body: { name, text, recording_id: id, check_only: isOnlyChecked } }) {
    const opened = await scenarios.open(name, isOnlyChecked, givenTexts(recordings, id, text));
    return mapOutcome(opened, ({ file, faults }) => ({ file, faults: [...faults] }));
  },
};

/** Returns the texts of a recording, or the given text alone. */
function givenTexts(recordings: RecordingService, id: string | undefined, scenario = '') {
  const given = accepted({ scenario, golden: null, start: null, isAlone: true });
  return async (startFile: string) => (id === undefined ? given : textsOf(recordings, id, startFile));
}

async function textsOf(recordings: RecordingService, id: string, startFile: string): Promise<Outcome<SavedTexts>> {
  const facts = (await recordings.list()).find(({ recordingId }) => recordingId === id);
  if (facts === undefined) return refused('not_found', `There is no recording ${id}.`);
  // Its golden log could end later than its text.
  if (facts.endedBy === null)
    return refused('invalid_request', `${id} is still recording. Stop it first.`, [STILL_RECORDING]);
  const scenario = await recordings.scenario(id, startFile);
  if (!scenario.ok) return scenario;
  const start = facts.needsStart ? await recordings.startImage(id) : accepted(null);
  if (!start.ok) return start;
  // If the log is too long for a golden one, the scenario is saved without it.
  const golden = await recordings.golden(id);
  return accepted({ scenario: scenario.value, golden: golden.ok ? golden.value : null, start: start.value });
}

const STILL_RECORDING = { path: '/recording_id', issue: 'belongs to a recording that has not ended' };
