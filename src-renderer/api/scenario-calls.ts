/** Commands about scenarios, which are played beside the world. Each throws ApiError. */
import type { OpenedScenario } from '../../src-server/contract/control/scenarios/open-scenario.ts';
import type { ScenarioRunWire } from '../../src-server/contract/control/scenarios/scenario-runs.ts';
import { sendJson } from './api-client.ts';
import type { FormBody } from './market-calls.ts';

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

/** Takes a text or a recording among the scenarios, without writing it there (`OpenScenario`). */
export function openScenario(body: FormBody): Promise<OpenedScenario> {
  return sendJson('POST', '/sim/opened-scenarios', { body });
}
