// A client of Form A that never polls the status of its rebalance: it waits for webhooks, however long they take.
import { randomUUID } from 'node:crypto';
import { openControlPlane } from './lib/control-plane.mjs';
import { GaveUp } from './lib/gave-up.mjs';
import { openHttp } from './lib/http.mjs';
import { entryOf, openLedger } from './lib/ledger.mjs';
import { main } from './lib/main.mjs';
import { askPatiently } from './lib/patience.mjs';
import { eventOf, isRecent, isSigned, startReceiver } from './lib/webhook.mjs';

const DEADLINE_MS = 20_000;
const ENDS = ['rebalance.complete', 'rebalance.failed', 'rebalance.cancelled'];

/** Stores every valid event once, and retains the promise of each end. */
class Inbox {
  #ledger;
  #secret;
  #readSecret;
  #ends = new Map();

  constructor(ledger, secret, readSecret) {
    this.#ledger = ledger;
    this.#secret = secret;
    this.#readSecret = readSecret;
  }

  async take(webhook, answer) {
    if (!isRecent(webhook) || !(await this.#isFromService(webhook))) {
      answer(401);
      return;
    }
    const event = eventOf(webhook);
    const entry = entryOf(event);
    if (!this.#ledger.has(entry)) this.#ledger.store(entry);
    if (ENDS.includes(event.type)) this.#endOf(entry.rebalance).resolve(entry.status);
    answer(200);
  }

  /** Resolves with the final status, also if it has already come. */
  ended(rebalanceId, withinMs) {
    const { promise, reject } = this.#endOf(rebalanceId);
    const timer = setTimeout(() => reject(new GaveUp(`no webhook tells of the end of ${rebalanceId}`)), withinMs);
    return promise.finally(() => clearTimeout(timer));
  }

  #endOf(rebalanceId) {
    if (!this.#ends.has(rebalanceId)) this.#ends.set(rebalanceId, Promise.withResolvers());
    return this.#ends.get(rebalanceId);
  }

  async #isFromService(webhook) {
    if (isSigned(webhook, this.#secret)) return true;
    this.#secret = await this.#readSecret();
    return isSigned(webhook, this.#secret);
  }
}

async function run(variables) {
  const http = openHttp();
  const control = openControlPlane(http, variables);
  let webhookId = null;
  const inbox = new Inbox(openLedger(variables), variables.BALLAST_WEBHOOK_SECRET, () => control.readSecret(webhookId));
  const receiver = await startReceiver((webhook, answer) => inbox.take(webhook, answer));
  const service = variables.BALLAST_FORM_A_URL;
  const token = variables.BALLAST_API_KEY;
  try {
    webhookId = await control.addWebhook(receiver.url);
    const { portfolio_id: portfolioId } = await askPatiently(http, 'POST', `${service}/portfolios`, {
      token,
      body: { name: 'pension', currency: 'EUR', tax_jurisdiction: 'DE' },
      lookUp: () => control.findPortfolio('pension'),
    });
    await control.putCash(portfolioId, 50_000);
    const { rebalance_id: id } = await askPatiently(http, 'POST', `${service}/portfolios/${portfolioId}/rebalance`, {
      token,
      body: { target_weights: { DE0007164600: 0.6, DE0007236101: 0.4 }, idempotency_key: randomUUID() },
    });
    const status = await inbox.ended(id, DEADLINE_MS);
    if (status !== 'complete') throw new GaveUp(`the rebalance is ${status}`);
  } finally {
    await receiver.close();
    http.close();
  }
}

await main(run);
