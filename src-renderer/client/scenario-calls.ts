/** Commands about scenarios, which are played beside the world. Each throws ApiError. */
import type { ScenarioRunWire } from '../../src-server/contract/scenario-runs.ts';
import { sendJson } from './api-client.ts';

/** Begins a run, with a seed in place of the file's own where one is given; 404 where the file is gone. */
export function startScenarioRun(run: { file: string; seed?: number }): Promise<ScenarioRunWire> {
  return sendJson('POST', '/sim/scenario-runs', { body: run });
}

/** Ends a run where it is; it may take a moment. */
export function stopScenarioRun(runId: string): Promise<ScenarioRunWire> {
  return sendJson('DELETE', `/sim/scenario-runs/${encodeURIComponent(runId)}`);
}
