/** The walk with clients that orval generated: one function an operation, with the status beside the data. */
import * as formA from './form-a.js';
import * as formB from './form-b.js';
import { walkBothForms } from './walk-both-forms.js';

const options = { headers: { authorization: `Bearer ${process.env.API_KEY}` } };

/** Returns the data of a response with the expected status; any other status is an error. */
function dataOf<R extends { status: number; data: unknown }, S extends R['status']>(response: R, status: S) {
  if (response.status !== status) throw new Error(`${response.status}: ${JSON.stringify(response.data)}`);
  return response.data as Extract<R, { status: S }>['data'];
}

await walkBothForms(
  {
    createPortfolio: async (body) => dataOf(await formA.createPortfolio(body, options), 201),
    startRebalance: async (id, body) => dataOf(await formA.startRebalance(id, body, options), 202),
    getRebalance: async (id) => dataOf(await formA.getRebalanceA(id, options), 200),
    getRecord: async (id) => dataOf(await formA.getMifidRecord(id, options), 200),
  },
  {
    getPrices: async (isin) => dataOf(await formB.getPrices(isin, options), 200),
    createPortfolio: async (body) => dataOf(await formB.createPortfolio(body, options), 201),
    createPlan: async (body) => dataOf(await formB.createPlan(body, options), 201),
    executePlan: async (id, body) => dataOf(await formB.executePlan(id, body, options), 202),
    cancelPlan: async (id) => {
      const { status, data } = await formB.cancelPlan(id, options);
      return status === 200 ? data.status : data.error.code;
    },
    getRebalance: async (id) => dataOf(await formB.getRebalance(id, options), 200),
    deletePortfolio: async (id) => dataOf(await formB.deletePortfolio(id, options), 200),
  },
);
