/** `/sim/sweeps`: one scenario with many seeds and values, run apart from the world (decisions K87 to K89). */
import type { sweepOperations } from '../../../contract/control/scenarios/sweep-operations.ts';
import { accepted } from '../../../engine/outcome.ts';
import type { HandlersFor } from '../../services.ts';

export const sweepHandlers: HandlersFor<typeof sweepOperations, 'sweeps'> = {
  listSweeps: ({ sweeps }) => accepted({ sweeps: sweeps.list() }),

  startSweep: ({ sweeps, body }) => sweeps.start(body),

  getSweep: ({ sweeps, params, query: { figure = null } }) => sweeps.find(params.id, figure),

  stopSweep: ({ sweeps, params }) => sweeps.stop(params.id),
};
