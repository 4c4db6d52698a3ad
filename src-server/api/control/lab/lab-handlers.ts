/** `/sim/lab-runs`: compares policies over years, in simulations apart from the world (decisions P1 and P2). */
import type { labOperations } from '../../../contract/control/lab/lab-operations.ts';
import { accepted } from '../../../engine/outcome.ts';
import { fileReply, pageReply } from '../../http/handler.ts';
import type { HandlersFor } from '../../services.ts';

export const labHandlers: HandlersFor<typeof labOperations, 'world' | 'labs'> = {
  listLabRuns: ({ labs }) => accepted({ lab_runs: labs.list() }),

  startLabRun: ({ world, labs, body }) => labs.start(world, body),

  getLabRun: ({ labs, params }) => labs.find(params.id),

  stopLabRun: ({ labs, params }) => labs.stop(params.id),

  getLabRunCsv({ labs, params: { id } }) {
    const csv = labs.csv(id);
    return csv.ok ? fileReply('text/csv', `${id}.csv`, csv.value) : csv;
  },

  async getLabScenario({ labs, params: { id }, query }) {
    const text = await labs.scenario(id, query);
    return text.ok ? fileReply('text/yaml', `${id}-${query.seed}.yaml`, text.value) : text;
  },

  getLabRunReport({ labs, params }) {
    const page = labs.report(params.id);
    return page.ok ? pageReply(page.value) : page;
  },
};
