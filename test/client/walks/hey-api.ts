/** The walk with clients that hey-api generated: one function an operation, which throws what the service refuses. */
import { client as clientA } from './form-a/client.gen.js';
import * as formA from './form-a/index.js';
import { client as clientB } from './form-b/client.gen.js';
import * as formB from './form-b/index.js';
import { walkBothForms } from './walk-both-forms.js';

for (const client of [clientA, clientB]) client.setConfig({ auth: () => process.env.API_KEY });

/** Only the data of a response; errors are thrown. */
const strict = { throwOnError: true, responseStyle: 'fields' } as const;

await walkBothForms(
  {
    createPortfolio: async (body) => (await formA.createPortfolio({ ...strict, body })).data,
    startRebalance: async (id, body) => (await formA.startRebalance({ ...strict, path: { id }, body })).data,
    getRebalance: async (id) => (await formA.getRebalanceA({ ...strict, path: { id } })).data,
    getRecord: async (id) => (await formA.getMifidRecord({ ...strict, path: { id } })).data,
  },
  {
    getPrices: async (isin) => (await formB.getPrices({ ...strict, path: { isin } })).data,
    createPortfolio: async (body) => (await formB.createPortfolio({ ...strict, body })).data,
    createPlan: async (body) => (await formB.createPlan({ ...strict, body })).data,
    executePlan: async (rebalance_id, body) => {
      const { data } = await formB.executePlan({ ...strict, path: { rebalance_id }, body });
      return data;
    },
    cancelPlan: async (rebalance_id) => {
      const { data, error } = await formB.cancelPlan({ path: { rebalance_id } });
      return data?.status ?? error?.error.code ?? 'no answer';
    },
    getRebalance: async (rebalance_id) => (await formB.getRebalance({ ...strict, path: { rebalance_id } })).data,
    deletePortfolio: async (portfolio_id) => (await formB.deletePortfolio({ ...strict, path: { portfolio_id } })).data,
  },
);
