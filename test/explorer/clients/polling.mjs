// A client of Form A that polls: it puts cash into a portfolio, rebalances it, and waits for the end. `--bug NAME`
// plants one mistake. It exits with 0 on success, and with 75 if it gave up.
import { randomUUID } from 'node:crypto';
import { openControlPlane } from './lib/control-plane.mjs';
import { GaveUp } from './lib/gave-up.mjs';
import { openHttp, pause } from './lib/http.mjs';
import { main } from './lib/main.mjs';

const RETRIES = 5;
const POLLS = 100;

async function run(variables, bug) {
  const { BALLAST_FORM_A_URL: service, BALLAST_API_KEY: apiKey } = variables;
  const http = openHttp();

  async function ask(method, path, body) {
    const said = typeof body === 'function' ? body() : body;
    const answer = await http.ask(method, `${service}${path}`, { token: apiKey, body: said });
    if (answer.value === undefined && !mayPass(answer)) throw new Error(`${method} ${path}: the answer is no JSON`);
    return answer;
  }

  /** Sends a request until it gets a final response. */
  async function send(method, path, body) {
    for (let attempt = 0; attempt <= RETRIES; attempt += 1) {
      const answer = await ask(method, path, body).catch((error) => {
        if (bug === 'no-retry') throw error;
        return null;
      });
      if (answer !== null && !mayPass(answer)) {
        if (answer.status < 400) return answer.value;
        throw new GaveUp(`${method} ${path} was refused: ${answer.value.error?.message}`);
      }
      if (bug === 'no-retry') throw new Error(`${method} ${path} was answered with ${answer.status}`);
      if (bug === 'storm')
        for (let count = 0; count < 60; count += 1) await ask('GET', '/rebalances/rb_0').catch(() => null);
      const backOffMs = 20 * 2 ** attempt;
      await pause(bug === 'ignores-retry-after' ? backOffMs : Math.max(backOffMs, answer?.retryAfterMs ?? 0));
    }
    throw new GaveUp(`${method} ${path} was not answered`);
  }

  async function rebalance(portfolioId) {
    const key = randomUUID();
    const started = await send('POST', `/portfolios/${portfolioId}/rebalance`, () => ({
      target_weights: { DE0007164600: 0.6, DE0007236101: 0.4 },
      ...(bug === 'no-key' ? {} : { idempotency_key: bug === 'new-key' ? randomUUID() : key }),
    }));
    return started.rebalance_id;
  }

  async function waitFor(rebalanceId) {
    const final = ['complete', 'failed', 'cancelled', ...(bug === 'partial-is-complete' ? ['partially_filled'] : [])];
    for (let polls = 0; bug === 'polls-for-ever' || polls < POLLS; polls += 1) {
      const { status } = await send('GET', `/rebalances/${rebalanceId}`);
      const isFinal = bug === 'polls-for-ever' ? status === 'complete' : final.includes(status);
      if (isFinal) return status;
      await pause(60);
    }
    throw new GaveUp('the rebalance takes too long');
  }

  try {
    // If the response got lost there are two, and the first one stays empty: nobody trades it.
    const portfolio = await send('POST', '/portfolios', { name: 'pension', currency: 'EUR', tax_jurisdiction: 'DE' });
    const id = portfolio.portfolio_id;
    await openControlPlane(http, variables).putCash(id, 50_000);
    const status = await waitFor(await rebalance(id));
    if (status === 'failed' || status === 'cancelled') throw new GaveUp(`the rebalance is ${status}`);
  } finally {
    http.close();
  }
}

function mayPass({ status }) {
  return status === 429 || status >= 500;
}

await main(run);
