/** Commands about sweeps, which are played beside the world. Each throws ApiError. */
import type { SweepFacts } from '../../src-server/contract/control/scenarios/sweeps.ts';
import { sendJson } from './api-client.ts';
import type { FormBody } from './market-calls.ts';

/** Begins a sweep (`StartSweep`), or lets it wait for its turn. */
export function startSweep(body: FormBody): Promise<SweepFacts> {
  return sendJson('POST', '/sim/sweeps', { body });
}

/** What is over stays. */
export function stopSweep(sweepId: string): Promise<SweepFacts> {
  return sendJson('DELETE', `/sim/sweeps/${encodeURIComponent(sweepId)}`);
}
