/**
 * Starts a run of a scenario that was just saved or opened. The scenario stays, whatever the result of the run, so a
 * refusal is shown in a toast.
 */
import { startScenarioRun } from '../../api/runs/scenarios-api.ts';
import { showFailure } from '../feedback/show-failure.ts';

/** Its id; undefined if it was refused. */
export async function tryRun(file: string): Promise<string | undefined> {
  try {
    return (await startScenarioRun({ file })).scenario_run_id;
  } catch (error) {
    showFailure('Starting the run', error);
    return undefined;
  }
}
