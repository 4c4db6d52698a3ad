/** The faults and stubs of a run that nothing has met (decision L45). */
import type { FaultList } from '../../contract/control/market/faults.ts';
import { askControl } from './ask-control.ts';
import type { ScenarioHost } from './scenario-host.ts';

type Host = Pick<ScenarioHost, 'send'>;

/** A sentence for each, with what came closest. */
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
 * The same, without those that a world had before, by their identifiers, and without those that met nothing by chance
 * alone: what they are about came, and `share` spared it.
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

/** Identifiers of all faults and stubs that there are. */
export async function faultIds(host: Host): Promise<ReadonlySet<string>> {
  const { faults } = await listFaults(host, false);
  return new Set(faults.map(({ fault_id: id }) => id));
}

/** One page: a scenario that sets more faults in vain than one page has will not be helped by a longer list. */
async function listFaults(host: Host, unmet: boolean): Promise<FaultList> {
  const query = { limit: 1000, unmet: unmet ? true : undefined };
  const { status, body } = await askControl(host, 'GET /faults', { query });
  if (status !== 200) throw new Error(`the faults of the world cannot be listed: ${JSON.stringify(body)}`);
  return body as FaultList;
}
