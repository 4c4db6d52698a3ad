/** Injects faults for a test. */
import type { FaultView } from '../contract/control/market/faults.ts';
import { BallastError, BallastUnmetError } from './ballast-errors.ts';
import type { FaultClient, FaultHandle } from './ballast-handle.ts';
import { askAll, type ControlPlane } from './control-plane.ts';

export function createFaultClient(plane: ControlPlane): FaultClient {
  const faults = () =>
    askAll(async (query) => {
      const { faults: rows, next } = await plane.ask('GET /faults', { query });
      return { rows, next };
    });
  return {
    fault: async (fault) => handleOf(plane, await plane.ask('POST /faults', { body: fault }), faults),
    stub: async (stub) => handleOf(plane, await plane.ask('POST /stubs', { body: stub }), faults),
    faults,
    async assertAllMet() {
      const unmet = await askAll(async (page) => {
        const { unmet: rows = [], next } = await plane.ask('GET /faults', { query: { ...page, unmet: true } });
        return { rows, next };
      });
      if (unmet.length > 0) throw new BallastUnmetError(unmet);
    },
    async removeFaults() {
      await plane.ask('DELETE /faults');
    },
  };
}

function handleOf(plane: ControlPlane, set: FaultView, faults: FaultClient['faults']): FaultHandle {
  const { fault_id: id } = set;
  const view = async () => {
    const found = (await faults()).find(({ fault_id: other }) => other === id);
    if (found === undefined)
      throw new BallastError(`There is no fault ${id} any more: the world was reset or restored.`);
    return found;
  };
  const remove = () => plane.ask('DELETE /faults/{id}', { params: { id } });
  return {
    id,
    warnings: ('warnings' in set && set.warnings) || [],
    view,
    remove,
    async [Symbol.asyncDispose]() {
      await remove();
    },
  };
}
