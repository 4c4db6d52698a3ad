/**
 * `POST /sim/scenarios` keeps a recording in the folder of scenarios (decision K85); `POST /sim/opened-scenarios` takes
 * one, or a text, among the scenarios without writing it there (decision K84). Changes nothing of the world.
 */

import type { Router } from 'express';
import { type OpenedScenario, openScenario } from '../../../contract/control/scenarios/open-scenario.ts';
import { recordingOperations } from '../../../contract/control/scenarios/recording-operations.ts';
import { type SavedScenario, saveScenario } from '../../../contract/control/scenarios/save-scenario.ts';
import { accepted, type Outcome, refused } from '../../../engine/outcome.ts';
import type { RecordingService } from '../../../engine/ports/recording-port.ts';
import type { SavedTexts, ScenarioService } from '../../../scenario/run/scenario-service.ts';
import { addOperation } from '../../http/add-operation.ts';
import { parseBody, readJson } from '../../http/bodies/read-body.ts';
import { acceptedOf } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';

export interface SaveScenarioDependencies {
  readonly recordings: RecordingService;
  readonly scenarios: ScenarioService;
}

export function addSaveScenarioRoute(router: Router, service: SaveScenarioDependencies): void {
  const { scenarios } = service;
  addOperation(router, recordingOperations.saveScenario, readJson, async (request, response) => {
    const { recording_id: id, file, replace } = parseBody(request, saveScenario);
    const saved = acceptedOf(await scenarios.save(file, replace, (startFile) => textsOf(service, id, startFile)));
    const answer: SavedScenario = { ...saved, folder: scenarios.ownFolder ?? '', files: [...saved.files] };
    sendJson(request, response, 201, answer);
  });
  addOperation(router, recordingOperations.openScenario, readJson, async (request, response) => {
    const { name, text, recording_id: id } = parseBody(request, openScenario);
    const given = accepted({ scenario: text ?? '', golden: null, start: null });
    const textsFor = async (startFile: string) => (id === undefined ? given : textsOf(service, id, startFile));
    const answer: OpenedScenario = { file: acceptedOf(await scenarios.open(name, textsFor)) };
    sendJson(request, response, 201, answer);
  });
}

async function textsOf(
  { recordings }: SaveScenarioDependencies,
  id: string,
  startFile: string,
): Promise<Outcome<SavedTexts>> {
  const facts = (await recordings.list()).find(({ recordingId }) => recordingId === id);
  if (facts === undefined) return refused('not_found', `There is no recording ${id}.`);
  // Its golden log would be that of another end than its text.
  if (facts.endedBy === null) return refused('invalid_request', `${id} is still recording. Stop it first.`, [GOES_ON]);
  const scenario = await recordings.scenario(id, startFile);
  if (!scenario.ok) return scenario;
  const start = facts.needsStart ? await recordings.startImage(id) : accepted(null);
  if (!start.ok) return start;
  // A log that is too long to be a golden one is no reason not to keep the scenario.
  const golden = await recordings.golden(id);
  return accepted({ scenario: scenario.value, golden: golden.ok ? golden.value : null, start: start.value });
}

const GOES_ON = { path: '/recording_id', issue: 'belongs to a recording that has not ended' };
