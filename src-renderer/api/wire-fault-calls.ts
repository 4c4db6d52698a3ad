/** Ends all faults of the wire. Setting and ending one is the same for every scope (`market-calls.ts`). */
import type { EndedFaults, FaultView } from '../../src-server/contract/control/market/faults.ts';
import { sendJson } from './api-client.ts';

/** Ends every fault of the interface and of webhooks that is in force or to come, and answers them. */
export async function endWireFaults(): Promise<FaultView[]> {
  const ofInterface = await sendJson<EndedFaults>('DELETE', '/sim/faults?scope=interface');
  const ofWebhooks = await sendJson<EndedFaults>('DELETE', '/sim/faults?scope=webhook');
  return [...ofInterface.faults, ...ofWebhooks.faults];
}
