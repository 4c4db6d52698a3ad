// A client of Form B as a loop over messages: its own starts, each webhook, and silence, after which it polls. Its
// state follows only from these messages.
import { openControlPlane } from './lib/control-plane.mjs';
import { GaveUp, Refused } from './lib/gave-up.mjs';
import { openHttp } from './lib/http.mjs';
import { entryOf, openLedger, polledEntry } from './lib/ledger.mjs';
import { main } from './lib/main.mjs';
import { askPatiently } from './lib/patience.mjs';
import { eventOf, isRecent, isSigned, startReceiver } from './lib/webhook.mjs';

/** After that long without a message, the client polls. */
const QUIET_MS = 250;
const MOST_QUIET = 24;
const ENDS = ['complete', 'failed', 'cancelled'];
const SAVINGS = {
  ...{ external_id: 'savings', currency: 'EUR', tax_wrapper: 'Depot', cash: 30_000 },
  targets: [
    { isin: 'DE0007164600', weight: 0.5 },
    { isin: 'DE0008404005', weight: 0.45 },
  ],
};

async function run(variables) {
  const http = openHttp();
  const control = openControlPlane(http, variables);
  const messages = createQueue();
  const receiver = await startReceiver(
    // The response waits until the loop has processed the message.
    (webhook, answer) =>
      new Promise((resolve) => messages.put({ webhook, reply: (status) => resolve(answer(status)) })),
  );
  try {
    const webhookId = await control.addWebhook(receiver.url);
    const service = openService(http, control, variables);
    service.start().then(
      (rebalanceId) => messages.put({ rebalanceId }),
      (error) => messages.put({ error }),
    );
    const isSound = createCheck(variables.BALLAST_WEBHOOK_SECRET, () => control.readSecret(webhookId));
    const status = await loop(messages, { service, ledger: openLedger(variables), isSound });
    if (status !== 'complete') throw new GaveUp(`the rebalance is ${status}`);
  } finally {
    messages.end();
    await receiver.close();
    http.close();
  }
}

/** Resolves with the final status, which is in the ledger by then. */
async function loop(messages, { service, ledger, isSound }) {
  const ends = new Map();
  let [mine, quiet] = [null, 0];
  const store = (entry) => {
    if (!ledger.has(entry)) ledger.store(entry);
    if (ENDS.includes(entry.status)) ends.set(entry.rebalance, entry.status);
  };
  while (mine === null || !ends.has(mine)) {
    const message = await messages.next(QUIET_MS);
    if (message === null) {
      if (mine === null) continue;
      if (++quiet > MOST_QUIET) throw new GaveUp('the rebalance takes too long');
      const status = await service.readStatus(mine);
      if (ENDS.includes(status)) store(polledEntry(mine, status));
    } else if (message.webhook !== undefined) {
      const isTaken = await isSound(message.webhook);
      if (isTaken) store(entryOf(eventOf(message.webhook)));
      message.reply(isTaken ? 200 : 401);
    } else if (message.error !== undefined) {
      throw message.error;
    } else {
      mine = message.rebalanceId;
    }
  }
  return ends.get(mine);
}

function openService(http, control, { BALLAST_FORM_B_URL: base, BALLAST_API_KEY: token }) {
  const ask = (method, path, more) => askPatiently(http, method, `${base}${path}`, { token, ...more });
  const readStatus = async (id) => (await ask('GET', `/rebalance/${id}`)).status;
  return {
    readStatus,
    /** Creates, plans and executes; resolves with the id of the rebalance. */
    async start() {
      const portfolio = await ask('POST', '/portfolios', {
        body: SAVINGS,
        lookUp: () => control.findPortfolio(SAVINGS.external_id),
      });
      const { rebalance_id: id } = await ask('POST', '/rebalance', { body: { portfolio_id: portfolio.portfolio_id } });
      const lookUp = async () => {
        const status = await readStatus(id);
        return status === 'plan_ready' ? null : status;
      };
      await ask('POST', `/rebalance/${id}/execute`, { body: { confirm: true }, lookUp }).catch((error) => {
        // It is already being executed.
        if (!(error instanceof Refused) || error.status !== 409) throw error;
      });
      return id;
    },
  };
}

function createCheck(first, readSecret) {
  let secret = first;
  return async (webhook) => {
    if (!isRecent(webhook)) return false;
    if (!isSigned(webhook, secret)) secret = await readSecret();
    return isSigned(webhook, secret);
  };
}

function createQueue() {
  const waiting = [];
  let wake = () => {};
  let isOver = false;
  return {
    put(message) {
      if (isOver) message.reply?.(503);
      else waiting.push(message);
      wake();
    },
    /** The client accepts no more webhooks; the service may send them again. */
    end() {
      isOver = true;
      for (const { reply } of waiting) reply?.(503);
    },
    /** Resolves with null if nothing comes within `ms`. */
    async next(ms) {
      if (waiting.length === 0) {
        await new Promise((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => resolve(clearTimeout(timer));
        });
      }
      return waiting.shift() ?? null;
    },
  };
}

await main(run);
