/** Begins a run of what was just kept or opened. That stays, whatever becomes of the run, so a refusal is told in a toast. */
import { startScenarioRun } from '../../api/runs/scenarios-api.ts';
import { showFailure } from '../feedback/show-failure.ts';

/** Its identifier; undefined where it was refused. */
export async function tryRun(file: string): Promise<string | undefined> {
  try {
    return (await startScenarioRun({ file })).scenario_run_id;
  } catch (error) {
    showFailure('Starting the run', error);
    return undefined;
  }
}
