/** Commands about scenarios, which are played beside the world. Each throws ApiError. */
import type { ScenarioRunWire } from '../../src-server/contract/scenario-runs.ts';
import { sendJson } from './api-client.ts';

interface WantedRun {
  readonly file: string;
  /** In place of the file's own. */
  readonly seed?: number;
  /** Values in place of those of the file. */
  readonly vary?: Readonly<Record<string, unknown>>;
}

/** Begins a run; 404 where the file is gone. */
export function startScenarioRun(run: WantedRun): Promise<ScenarioRunWire> {
  return sendJson('POST', '/sim/scenario-runs', { body: run });
}

/** Ends a run where it is; it may take a moment. */
export function stopScenarioRun(runId: string): Promise<ScenarioRunWire> {
  return sendJson('DELETE', `/sim/scenario-runs/${encodeURIComponent(runId)}`);
}
