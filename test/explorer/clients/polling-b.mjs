// A client of Form B that polls: it creates a portfolio, executes a plan, and polls until the rebalance has ended.
import { openControlPlane } from './lib/control-plane.mjs';
import { GaveUp, Refused } from './lib/gave-up.mjs';
import { openHttp, pause } from './lib/http.mjs';
import { main } from './lib/main.mjs';
import { askPatiently } from './lib/patience.mjs';

const POLLS = 100;
const ENDS = ['complete', 'failed', 'cancelled'];
const PORTFOLIO = {
  ...{ external_id: 'savings', currency: 'EUR', tax_wrapper: 'Depot', cash: 30_000 },
  targets: [
    { isin: 'DE0007164600', weight: 0.5 },
    { isin: 'DE0008404005', weight: 0.45 },
  ],
};

async function run(variables) {
  const { BALLAST_FORM_B_URL: service, BALLAST_API_KEY: token } = variables;
  const http = openHttp();
  const control = openControlPlane(http, variables);
  const ask = (method, path, more) => askPatiently(http, method, `${service}${path}`, { token, ...more });

  /** Form B has no keys: after a lost response the client looks whether the portfolio exists. */
  async function create() {
    const lookUp = () => control.findPortfolio(PORTFOLIO.external_id);
    const { portfolio_id: id } = await ask('POST', '/portfolios', { body: PORTFOLIO, lookUp });
    return id;
  }

  const statusOf = async (id) => (await ask('GET', `/rebalance/${id}`)).status;

  /** A plan that got lost does no harm: nothing is traded before it is executed. */
  async function execute(portfolioId) {
    const { rebalance_id: id } = await ask('POST', '/rebalance', { body: { portfolio_id: portfolioId } });
    const lookUp = async () => {
      const status = await statusOf(id);
      return status === 'plan_ready' ? null : status;
    };
    try {
      await ask('POST', `/rebalance/${id}/execute`, { body: { confirm: true }, lookUp });
    } catch (error) {
      // An earlier attempt got through.
      if (!(error instanceof Refused) || error.status !== 409) throw error;
    }
    return id;
  }

  async function waitFor(id) {
    for (let polls = 0; polls < POLLS; polls += 1) {
      const status = await statusOf(id);
      if (ENDS.includes(status)) return status;
      await pause(60);
    }
    throw new GaveUp('the rebalance takes too long');
  }

  try {
    const status = await waitFor(await execute(await create()));
    if (status !== 'complete') throw new GaveUp(`the rebalance is ${status}`);
  } finally {
    http.close();
  }
}

await main(run);
