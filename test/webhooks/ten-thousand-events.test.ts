/**
 * All guarantees of webhooks together: a real server that is killed twenty times, a receiver that fails three attempts
 * of ten, two endpoints with an order. Every event arrives, none is invented, each under one id with one body and a
 * valid signature, in the order of the event log. `BALLAST_WEBHOOK_EVENTS` sets the number of events,
 * `BALLAST_WEBHOOK_SEED` the accidents.
 */
import { rmSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { WEBHOOK_TYPES } from '../../src-server/domain/webhook-choices.ts';
import { drawUint32, streamKey } from '../../src-server/kernel/streams.ts';
import { proves } from '../conformance/proves.ts';
import { draws } from '../support/draws.ts';
import { type FailingReceiver, type Receipt, startFailingReceiver } from './failing-receiver.ts';
import { type KilledServer, startKilledServer } from './killed-server.ts';

/** Three rebalances at least: the event that is refused for good is one that is still pending when all have begun. */
const EVENTS = Number(process.env.BALLAST_WEBHOOK_EVENTS ?? Math.max(1_400, draws(10_000)));
const SEED = Number(process.env.BALLAST_WEBHOOK_SEED ?? 20260302);
const KILLS = Math.ceil(EVENTS / 500);
const FAILURE_SHARE = 0.3;
/** One rebalance of `PORTFOLIO` has at least this number of fills. */
const FILLS_OF_A_REBALANCE = 470;
const SOME_TYPES = ['rebalance.partially_filled', 'rebalance.complete'];

const open: { close(): void | Promise<void> }[] = [];

afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

describe(`events to a receiver that fails ${FAILURE_SHARE * 100} % of attempts, from a server that is killed again and again`, () => {
  test('arrive each at least once, with a valid signature and in order, and nothing else does', {
    tags: ['drawn', 'deep'],
    ...proves('I2', 'I11', 'I14', 'I19'),
  }, async () => {
    const receiver = await startFailingReceiver(SEED, FAILURE_SHARE);
    const server = await startKilledServer(SEED);
    open.push(receiver, server, { close: () => rmSync(server.folder, { recursive: true, force: true }) });
    const all = await register(server, receiver, '/all');
    await register(server, receiver, '/some', SOME_TYPES);
    await setInMotion(server);
    killAt(receiver, server);
    const [poisoned] = await firstEvents(server);
    receiver.refused.add(String(poisoned));
    await passTimeUntilQuiet(server);

    // The one that was refused ten times is given up; it arrives after a redelivery.
    expect(receiver.receipts.some(({ id, isTaken }) => id === poisoned && isTaken)).toBe(false);
    receiver.refused.clear();
    // A redelivery is one attempt (I5), and this receiver fails every third, so it is repeated until nothing is left.
    for (let failed = 1, first = true; failed > 0; first = false) {
      const again = await server.call('POST', `/sim/webhooks/${all}/redeliver`, { since: '2026-03-02T09:30:00Z' });
      failed = Number(again.redelivered);
      if (first) expect(failed).toBeGreaterThanOrEqual(1);
      await passTimeUntilQuiet(server);
    }

    const log = await announcedEvents(server);
    expect(log.length).toBeGreaterThanOrEqual(EVENTS);
    expect(server.kills()).toBe(KILLS);
    expect(receiver.badSignatures).toEqual([]);
    const late = new Set(await givenUp(server, all));
    expect(late).toContain(poisoned);
    expectOrder(receiver.receipts, '/all', idsOf(log), late);
    expectOrder(receiver.receipts, '/some', idsOf(log.filter(({ type }) => SOME_TYPES.includes(type))), new Set());
    expectOneBodyPerId(receiver.receipts);
    console.log(
      `${log.length} events, ${receiver.receipts.length} attempts received, ${late.size} given up and redelivered`,
    );
  });
});

interface LoggedEvent {
  readonly type: string;
  readonly data: { readonly event_id?: string };
}

/** First successful receipts are the events of the log, in its order; those that were given up come after all. */
function expectOrder(receipts: readonly Receipt[], endpoint: string, logged: string[], late: ReadonlySet<string>) {
  const taken = new Set<string>();
  for (const receipt of receipts) if (receipt.endpoint === endpoint && receipt.isTaken) taken.add(receipt.id);
  const isInTime = (id: string) => !late.has(id);
  expect([...taken].filter(isInTime)).toEqual(logged.filter(isInTime));
  expect(taken).toEqual(new Set(logged));
}

function expectOneBodyPerId(receipts: readonly Receipt[]): void {
  const bodies = new Map<string, string>();
  for (const { id, body } of receipts) expect(body).toBe(bodies.get(id) ?? bodies.set(id, body).get(id));
  // An id belongs to one event: two ids have different contents.
  expect(new Set(bodies.values()).size).toBe(bodies.size);
}

function idsOf(events: readonly LoggedEvent[]): string[] {
  const ids = events.map(({ data }) => String(data.event_id));
  expect(new Set(ids).size).toBe(ids.length);
  return ids;
}

async function register(server: KilledServer, receiver: FailingReceiver, path: string, events?: string[]) {
  const url = `${receiver.origin}${path}`;
  const endpoint = await server.call('POST', '/sim/webhooks', events === undefined ? { url } : { url, events });
  receiver.secrets.set(path, String(endpoint.secret));
  return String(endpoint.webhook_id);
}

/** So many large rebalances that their fills are enough; the time that passes afterwards executes them. */
async function setInMotion(server: KilledServer): Promise<void> {
  for (let made = 0; made < EVENTS / FILLS_OF_A_REBALANCE; made += 1) {
    const portfolio = await server.call('POST', '/form-b/v1/portfolios', { ...PORTFOLIO, external_id: `p${made}` });
    const plan = await server.call('POST', '/form-b/v1/rebalance', { portfolio_id: portfolio.portfolio_id });
    await server.call('POST', `/form-b/v1/rebalance/${plan.rebalance_id}/execute`, { confirm: true });
  }
}

const PORTFOLIO = {
  currency: 'EUR',
  tax_wrapper: 'Depot',
  cash: 10_000,
  holdings: [
    { isin: 'DE0007164600', exchange: 'XETR', quantity: 5000 },
    { isin: 'GB00BP6MXD84', exchange: 'XLON', quantity: 15_000 },
    { isin: 'CH0038863350', exchange: 'XSWX', quantity: 5000 },
  ],
  targets: [
    { isin: 'DE0007164600', weight: 0.1 },
    { isin: 'GB00BP6MXD84', weight: 0.05 },
    { isin: 'CH0038863350', weight: 0.1 },
    { isin: 'FR0000120271', weight: 0.3 },
    { isin: 'SE0000115446', weight: 0.3 },
  ],
};

/** Kills while attempts are being sent: after receipts with drawn numbers, spread over all that are to come. */
function killAt(receiver: FailingReceiver, server: KilledServer): void {
  const key = streamKey(SEED, 'test.webhook-kills');
  const span = Math.floor((EVENTS * 1.1) / KILLS);
  const from = receiver.receipts.length + 20;
  const points = new Set(
    Array.from({ length: KILLS }, (_, kill) => from + kill * span + (drawUint32(key, kill) % span)),
  );
  receiver.onReceipt((count) => {
    if (points.has(count)) server.kill();
  });
}

/** Pending deliveries follow virtual time; a server that dies meanwhile resumes the advance. */
async function passTimeUntilQuiet(server: KilledServer): Promise<void> {
  for (;;) {
    await server.call('POST', '/sim/clock/advance', { by: '20d' });
    await server.ready();
    const { webhooks } = await server.call('GET', '/sim/webhooks');
    if ((webhooks as { waiting: number }[]).every(({ waiting }) => waiting === 0)) return;
  }
}

async function announcedEvents(server: KilledServer): Promise<LoggedEvent[]> {
  const types: ReadonlySet<string> = new Set(WEBHOOK_TYPES);
  const events: LoggedEvent[] = [];
  for (let after = 0; ; ) {
    const page = (await server.call('GET', `/sim/events?after=${after}&limit=1000`)).events as LoggedEvent[];
    if (page.length === 0) return events.filter(({ type }) => types.has(type));
    events.push(...page);
    after += page.length;
  }
}

async function firstEvents(server: KilledServer): Promise<(string | undefined)[]> {
  return (await announcedEvents(server)).slice(5, 6).map(({ data }) => data.event_id);
}

/** Events that took more attempts than the plan has: they were given up, and came by redelivery. */
async function givenUp(server: KilledServer, webhookId: string): Promise<string[]> {
  const ids: string[] = [];
  for (let before = ''; ; ) {
    const path = `/sim/deliveries?webhook_id=${webhookId}&limit=1000${before}`;
    const page = (await server.call('GET', path)).deliveries as Record<string, string & number>[];
    if (page.length === 0) return ids;
    for (const delivery of page) if (Number(delivery.attempts) > 10) ids.push(String(delivery.event_id));
    before = `&cursor=${page.at(-1)?.delivery_id}`;
  }
}
