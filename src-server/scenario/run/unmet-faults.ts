/** Finds the faults and stubs of a run that hit nothing (decision L45). */
import type { FaultList, FaultView } from '../../contract/control/market/faults.ts';
import type { StepPlace } from '../load/scenario-sources.ts';
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
  /** A sentence, after the place of the step that set it. */
  readonly explanation: string;
}

/** The faults of one run, also those that its world loses when it returns to an earlier state. */
export class RunFaults {
  readonly #host: Host;
  /** Places of the steps that set faults, by the faults' ids. */
  readonly #places = new Map<string, StepPlace>();
  /** Faults that the world lost before anything hit them, by their own terms: later faults may have the same ids. */
  readonly #lost = new Map<string, UnmetFault>();
  /** Ids of faults of the current world that were hit before it returned. */
  #met: ReadonlySet<string> = new Set();

  constructor(host: Host) {
    this.#host = host;
  }

  setAt(faultId: string, place: StepPlace): void {
    this.#places.set(faultId, place);
  }

  /** A fault that the earlier state has, too, is hit if it is hit before or after. */
  async whileReturning(goBack: () => Promise<string[]>): Promise<string[]> {
    const { faults } = await listFaults(this.#host, false);
    const unmet = await this.#unmetNow();
    const failures = await goBack();
    if (failures.length > 0) return failures;
    const after = await listFaults(this.#host, false);
    const [termsBefore, termsAfter] = [new Set(faults.map(termsOf)), new Set(after.faults.map(termsOf))];
    for (const fault of faults) {
      const left = unmet.get(fault.fault_id);
      if (left !== undefined && !termsAfter.has(termsOf(fault))) this.#lost.set(termsOf(fault), left);
    }
    // A lost fault that is there again may still be hit; an equal one of the same world is another.
    for (const terms of termsAfter) if (!termsBefore.has(terms)) this.#lost.delete(terms);
    const wasHit = new Set(faults.filter((fault) => !unmet.has(fault.fault_id)).map(termsOf));
    this.#met = new Set(after.faults.filter((fault) => wasHit.has(termsOf(fault))).map((fault) => fault.fault_id));
    return [];
  }

  /** Without those that the world had before the run, by their ids. */
  async unmet(earlier: ReadonlySet<string>): Promise<string[]> {
    const all = [...this.#lost.values(), ...(await this.#unmetNow()).values()];
    return all.filter(({ faultId }) => !earlier.has(faultId)).map(({ explanation }) => explanation);
  }

  /**
   * By their ids, without those that only hit nothing by chance: matching requests came, and `share` spared them.
   */
  async #unmetNow(): Promise<Map<string, UnmetFault>> {
    const { faults, unmet = [] } = await listFaults(this.#host, true);
    const skipOfDrawn = new Map(
      faults
        .filter(({ share }) => share < 1)
        .map((fault) => [fault.fault_id, 'skip' in fault ? Number(fault.skip) : 0] as const),
    );
    const isByChance = (id: string, spared: number) => spared > (skipOfDrawn.get(id) ?? Number.POSITIVE_INFINITY);
    const found = unmet.filter(({ fault_id: id, spared }) => !this.#met.has(id) && !isByChance(id, spared));
    return new Map(found.map((each) => [each.fault_id, this.#placed(each.fault_id, each.explanation)]));
  }

  /** A fault that the world has, or that a request to the control plane sets, has no place. */
  #placed(faultId: string, explanation: string): UnmetFault {
    const place = this.#places.get(faultId);
    const at = place === undefined || place.file === '' ? '' : `${place.file}:${place.line}:${place.column}: `;
    return { faultId, explanation: `${at}${explanation}` };
  }
}

/** The terms that distinguish a fault from others, whatever has happened to it. */
function termsOf(fault: FaultView): string {
  return JSON.stringify({ ...fault, status: null, hits: null, chances: null, ended_at: null });
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
