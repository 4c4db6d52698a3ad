// The client that the explorer is tested with: a portfolio of each form, both rebalanced. It learns the ends by webhooks,
// and polls if none comes. It is correct; `--bug NAME` plants one of the mistakes that people make:
//
// - `no-retry`, `retry-storm`, `ignores-retry-after`: handling of errors.
// - `retries-without-key`, `new-key`: retries of the start of Form A.
// - `forgets-lost-202`, `conflict-is-failure`: handling of a lost response.
// - `no-signature-check`, `no-timestamp-check`, `caches-secret`: verification of webhooks.
// - `no-dedup`, `trusts-order`, `answers-before-storing`: handling of webhooks.
// - `partial-is-complete`, `polls-failed-forever`: detection of the end.
import { randomUUID } from 'node:crypto';
import { openControlPlane } from './lib/control-plane.mjs';
import { GaveUp, Refused } from './lib/gave-up.mjs';
import { openHttp, pause } from './lib/http.mjs';
import { entryOf, openLedger, polledEntry } from './lib/ledger.mjs';
import { main } from './lib/main.mjs';
import { eventOf, isRecent, isSigned, startReceiver } from './lib/webhook.mjs';

const RETRIES = 5;
const FIRST_PAUSE_MS = 20;
/** After that long without a webhook, the client polls: soon at first, then less often. */
const SHORT_QUIET_MS = 40;
const LONG_QUIET_MS = 250;
/** Number of silent intervals in a row after which the client gives up a rebalance that is not final. */
const MOST_QUIET = 25;

/** Fills do not matter, and one late webhook must not delay the others. */
const TYPES = ['created', 'executing', 'partially_filled', 'complete', 'failed', 'cancelled'].map(
  (status) => `rebalance.${status}`,
);

const PENSION = { name: 'pension', currency: 'EUR', tax_jurisdiction: 'DE' };
const PENSION_WEIGHTS = { DE0007164600: 0.6, DE0007236101: 0.4 };
const SAVINGS = {
  ...{ external_id: 'savings', currency: 'EUR', tax_wrapper: 'Depot' },
  targets: [
    { isin: 'IE00BDBRDM35', weight: 0.4 },
    { isin: 'DE0008404005', weight: 0.5 },
  ],
};

/** Resolves on success, and gives up otherwise. */
async function run(variables, bug) {
  const http = openHttp();
  const control = openControlPlane(http, variables);
  const service = openService(http, variables, bug);
  const book = openBook(openLedger(variables), bug);
  const secrets = openSecrets(control, variables, bug);
  const receiver = await startReceiver(async (webhook, answer) => {
    if (!(await isSound(webhook, secrets, bug))) return answer(401);
    const event = eventOf(webhook);
    if (bug === 'answers-before-storing' && isFinal(event.data.status, bug) && !book.knows(event)) {
      book.keep(event);
      answer(200);
      await service.readHoldings(event.data);
      book.store(event);
    } else {
      if (!book.knows(event) || bug === 'no-dedup') book.store(event);
      answer(200);
    }
  });
  try {
    secrets.webhookId = await control.addWebhook(receiver.url, { events: TYPES, ordered: false });
    const rebalances = [];
    for (const rebalance of [rebalancePension, rebalanceSavings]) {
      rebalances.push(await begin(() => rebalance(service, control, bug)));
      await untilWell(rebalances, book, bug);
    }
  } finally {
    await receiver.close();
    http.close();
  }
}

/** Form A plans and executes by one request. */
async function rebalancePension(service, control, bug) {
  const { portfolio_id: portfolioId } = await service.send('POST', '/form-a/portfolios', {
    body: () => PENSION,
    lookUp: () => control.findPortfolio(PENSION.name),
  });
  await control.putCash(portfolioId, 50_000);
  const key = randomUUID();
  const keyOf = (attempt) => {
    if (bug === 'retries-without-key' && attempt > 0) return {};
    return { idempotency_key: bug === 'new-key' ? randomUUID() : key };
  };
  const { rebalance_id: id } = await service.send('POST', `/form-a/portfolios/${portfolioId}/rebalance`, {
    body: (attempt) => ({ target_weights: PENSION_WEIGHTS, ...keyOf(attempt) }),
    carriesOut: true,
  });
  const read = () => service.send('GET', `/form-a/rebalances/${id}`);
  return { id, read };
}

/** Form B has no keys: a client that does not know the outcome of a request has to look it up. */
async function rebalanceSavings(service, control, bug) {
  const { portfolio_id: portfolioId } = await service.send('POST', '/form-b/portfolios', {
    body: () => SAVINGS,
    lookUp: () => control.findPortfolio(SAVINGS.external_id),
  });
  await control.putCash(portfolioId, 15_000);
  // A plan that got lost does no harm: nothing is traded before it is executed.
  const plan = await service.send('POST', '/form-b/rebalance', { body: () => ({ portfolio_id: portfolioId }) });
  const id = plan.rebalance_id;
  const read = () => service.send('GET', `/form-b/rebalance/${id}`);
  const isExecuted = async () => {
    const rebalance = await read();
    return rebalance.status === 'plan_ready' ? null : rebalance;
  };
  const execution = { body: () => ({ confirm: true }), carriesOut: true };
  try {
    const lookUp = bug === 'conflict-is-failure' ? undefined : isExecuted;
    await service.send('POST', `/form-b/rebalance/${id}/execute`, { ...execution, lookUp });
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 409) throw error;
    if (bug === 'conflict-is-failure') throw new Error('the plan was refused', { cause: error });
    // An earlier attempt got through; its outcome is read like any other end.
  }
  return { id, read };
}

class LostAnswer extends Error {}

/** Only the bug `forgets-lost-202` loses responses: it starts again, as if nothing had been sent. */
async function begin(steps) {
  try {
    return await steps();
  } catch (error) {
    if (!(error instanceof LostAnswer)) throw error;
    return steps();
  }
}

/** Sends requests until they get a final response. */
function openService(http, variables, bug) {
  const bases = { 'form-a': variables.BALLAST_FORM_A_URL, 'form-b': variables.BALLAST_FORM_B_URL };
  /** A response without a status got lost: nothing came, or nothing that can be read. */
  const ask = async (method, path, body) => {
    const [, form, rest] = /^\/([^/]+)(.*)$/.exec(path);
    const lost = { status: null, retryAfterMs: 0, value: undefined };
    const answer = await http
      .ask(method, `${bases[form]}${rest}`, { token: variables.BALLAST_API_KEY, body })
      .catch(() => lost);
    return answer.value === undefined && !mayPass(answer) ? lost : answer;
  };
  /** `body(attempt)`; `lookUp()` returns the outcome of an attempt that may have got through, or null. */
  const send = async (method, path, { body = () => undefined, lookUp, carriesOut = false } = {}) => {
    for (let attempt = 0; attempt <= RETRIES; attempt += 1) {
      let answer = await ask(method, path, body(attempt));
      if (bug === 'retry-storm' && answer.status >= 500) {
        const burst = await Promise.all(Array.from({ length: 40 }, () => ask(method, path, body(attempt + 1))));
        answer = burst.find(({ status }) => status < 300) ?? answer;
      }
      if (!mayPass(answer)) return answered(answer, `${method} ${path}`);
      if (bug === 'no-retry') throw new Error(`${method} ${path} was answered with ${answer.status}`);
      if (bug === 'forgets-lost-202' && carriesOut && answer.status === null) throw new LostAnswer();
      const backOffMs = FIRST_PAUSE_MS * 2 ** attempt;
      await pause(bug === 'ignores-retry-after' ? backOffMs : Math.max(backOffMs, answer.retryAfterMs));
      const found = (await lookUp?.()) ?? null;
      if (found !== null) return found;
    }
    throw new GaveUp(`${method} ${path} was not answered`);
  };
  /** Once, for the bug that reads before it stores. Events of Form A, which has no such request, have `updated`. */
  const readHoldings = async ({ portfolio_id: id, updated }) => {
    const path = `/form-b/portfolios/${id}`;
    return updated === undefined ? answered(await ask('GET', path), path) : null;
  };
  return { send, readHoldings };
}

function mayPass({ status }) {
  return status === null || status === 429 || status >= 500;
}

function answered({ status, value }, name) {
  if (status >= 200 && status < 300) return value;
  throw new Refused(status, `${name} was answered with ${status}: ${value?.error?.message}`);
}

/** The secret of the endpoint, which may be replaced at any time. */
function openSecrets(control, { BALLAST_WEBHOOK_SECRET: first }, bug) {
  let secret = first;
  return {
    webhookId: null,
    get present() {
      return secret;
    },
    async readAgain() {
      if (bug === 'caches-secret' || this.webhookId === null) return;
      secret = await control.readSecret(this.webhookId);
    },
  };
}

async function isSound(webhook, secrets, bug) {
  if (bug !== 'no-timestamp-check' && !isRecent(webhook)) return false;
  if (bug === 'no-signature-check' || isSigned(webhook, secrets.present)) return true;
  await secrets.readAgain();
  return isSigned(webhook, secrets.present);
}

/** In the order of a rebalance; the last three are final. */
const STEPS = ['plan_ready', 'executing', 'partially_filled', 'complete', 'failed', 'cancelled'];

function isWell(status, bug) {
  return status === 'complete' || (bug === 'partial-is-complete' && status === 'partially_filled');
}

function isFinal(status, bug) {
  if (bug === 'polls-failed-forever') return status === 'complete';
  return isWell(status, bug) || status === 'failed' || status === 'cancelled';
}

/** The statuses of rebalances, as far as the client knows them, and which of them are in the ledger. */
function openBook(ledger, bug) {
  const statuses = new Map();
  let tell = () => {};
  const note = (id, status) => {
    const known = statuses.get(id) ?? null;
    // Webhooks may come in any order: an older status never replaces a newer one.
    const isNews = !isFinal(known, bug) && STEPS.indexOf(status) > STEPS.indexOf(known);
    if (isNews || bug === 'trusts-order') statuses.set(id, status);
  };
  return {
    statusOf: (id) => statuses.get(id) ?? null,
    note,
    knows: (event) => ledger.has(entryOf(event)),
    keep: (event) => ledger.keep(entryOf(event)),
    store(event) {
      const entry = entryOf(event);
      ledger.store(entry);
      if (entry.status !== null) note(entry.rebalance, entry.status);
      tell();
    },
    storePolled: (id) => ledger.store(polledEntry(id, statuses.get(id))),
    isStored: (id) => ledger.has(polledEntry(id, statuses.get(id) ?? null)),
    /** Resolves with whether there was a webhook within `ms`. */
    hears: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => resolve(false), ms);
        tell = () => {
          clearTimeout(timer);
          resolve(true);
        };
      }),
  };
}

/** Resolves once all of them are complete, and their ends are in the ledger. */
async function untilWell(rebalances, book, bug) {
  let [quietMs, quiet] = [SHORT_QUIET_MS, 0];
  for (;;) {
    const open = rebalances.filter(({ id }) => !isFinal(book.statusOf(id), bug) || !book.isStored(id));
    if (open.length === 0) break;
    const late = open.find(({ id }) => !isFinal(book.statusOf(id), bug));
    if (late !== undefined && quiet > MOST_QUIET && bug !== 'polls-failed-forever')
      throw new GaveUp(`the rebalance ${late.id} takes too long`);
    if (await book.hears(quietMs)) {
      [quietMs, quiet] = [SHORT_QUIET_MS, 0];
      continue;
    }
    quiet += 1;
    if (bug === 'trusts-order') {
      quietMs = LONG_QUIET_MS;
      continue;
    }
    for (const { id, read } of open) {
      if (!isFinal(book.statusOf(id), bug)) {
        const { status } = await read();
        book.note(id, status);
      } else if (quietMs === LONG_QUIET_MS && bug !== 'caches-secret') {
        // It has been final for a while, and its webhook is missing.
        book.storePolled(id);
      }
    }
    quietMs = Math.min(2 * quietMs, LONG_QUIET_MS);
  }
  for (const { id } of rebalances) {
    if (!isWell(book.statusOf(id), bug)) throw new GaveUp(`the rebalance ${id} is ${book.statusOf(id)}`);
  }
}

await main(run);
