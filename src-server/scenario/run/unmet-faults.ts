/** Finds the faults and stubs of a run that hit nothing (decision L45). */
import type { FaultList } from '../../contract/control/market/faults.ts';
import { askControl } from './ask-control.ts';
import type { ScenarioHost } from './scenario-host.ts';

type Host = Pick<ScenarioHost, 'send'>;

/** A sentence for each, with its near miss. */
export async function unmetFaults(host: Host): Promise<string[]> {
  const { unmet = [] } = await listFaults(host, true);
  return unmet.map(({ explanation }) => explanation);
}

interface UnmetFault {
  readonly faultId: string;
  /** A sentence. */
  readonly explanation: string;
}

/**
 * The same, without those that a world had before, by their ids, and without those that only hit nothing by chance:
 * matching requests came, and `share` spared them.
 */
export async function unmetFaultsOfRun(host: Host, earlier: ReadonlySet<string>): Promise<UnmetFault[]> {
  const { faults, unmet = [] } = await listFaults(host, true);
  const skipOfDrawn = new Map(
    faults
      .filter(({ share }) => share < 1)
      .map((fault) => [fault.fault_id, 'skip' in fault ? Number(fault.skip) : 0] as const),
  );
  const isByChance = (id: string, spared: number) => spared > (skipOfDrawn.get(id) ?? Number.POSITIVE_INFINITY);
  return unmet
    .filter(({ fault_id: id, spared }) => !earlier.has(id) && !isByChance(id, spared))
    .map(({ fault_id: faultId, explanation }) => ({ faultId, explanation }));
}

/** Ids of all faults and stubs. */
export async function faultIds(host: Host): Promise<ReadonlySet<string>> {
  const { faults } = await listFaults(host, false);
  return new Set(faults.map(({ fault_id: id }) => id));
}

/** One page: for a scenario with even more faults without hits, a longer list would not help. */
async function listFaults(host: Host, unmet: boolean): Promise<FaultList> {
  const query = { limit: 1000, unmet: unmet ? true : undefined };
  const { status, body } = await askControl(host, 'GET /faults', { query });
  if (status !== 200) throw new Error(`the faults of the world cannot be listed: ${JSON.stringify(body)}`);
  return body as FaultList;
}
