/**
 * Finds expectations whose result the scenario itself determines, whatever the service does: webhooks without an
 * endpoint, and events that are never written (decision K141). They prove nothing, so a replay refuses them, too.
 */
import { type IssuePlace, pointerTo } from '../../contract/fields/issue-places.ts';
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import { sinksSentTo, typesSent, unsentTypes } from '../../scenario/check/check-receivers.ts';
import { neverWrittenOf, setUpOf, vainExpectations } from '../../scenario/check/check-setup.ts';
import { everyStep } from '../../scenario/load/every-step.ts';
import type { LoadedScenario } from '../../scenario/load/load-scenario.ts';
import { type FileFault, faultAt } from '../../scenario/load/read-yaml.ts';

/** Caches the issues of each scenario: a sweep runs one hundreds of times. */
const found = new WeakMap<LoadedScenario, readonly FileFault[]>();

export function decidedFaults(loaded: LoadedScenario): readonly FileFault[] {
  const known = found.get(loaded);
  if (known !== undefined) return known;
  const { file, scenario, placeOf } = loaded;
  const steps = [...everyStep(scenario.steps)];
  const setUp = setUpOf(scenario, steps, sinksSentTo(scenario, steps));
  const sent = typesSent(scenario, steps);
  const faults = [
    ...neverWrittenOf(scenario, setUp).map((place) => faultAt(file, placeOf, place)),
    ...steps.flatMap((step) =>
      [...vainExpectations(step, setUp), ...unsentTypes(step, sent)].map((place) => stepFault(loaded, step, place)),
    ),
  ];
  found.set(loaded, faults);
  return faults;
}

/** An issue at a place within a step, which may be in an included file. */
export function stepFault(
  { file, placeOf, stepPlace }: LoadedScenario,
  step: ScenarioStep,
  { path, issue }: IssuePlace,
): FileFault {
  const { pointer, ...place } = stepPlace(step);
  const full = `${pointer}${pointerTo(path)}`;
  return { ...(place.file === file ? { file, ...placeOf(full) } : place), pointer: full, issue };
}
