/**
 * Compares a server that was killed and started again with what its clients know. Shares no code with the server: it
 * reads responses and files, and computes chains, cash and positions by itself.
 */
import { join } from 'node:path';
import { untilOver } from '../../support/until-over.ts';
import type { Ask, Body, CrashResponse } from '../crashing-server.ts';
import { EMPTY_LOG, type KnownServer, KnownWorld, type WorldMoment } from '../known-server.ts';
import { auditDeliveries } from './audit-deliveries.ts';
import { auditFolder } from './audit-folder.ts';
import { type Account, minor, positionsOf } from './own-accounts.ts';
import { readFacts } from './read-facts.ts';
import { readLog } from './read-log.ts';
import { type Read, rowsOf } from './read-rows.ts';

/** Returns a line for each fault. The server has to run meanwhile. */
export async function auditServer(ask: Ask, known: KnownServer, folder: string): Promise<string[]> {
  const faults = await auditOutside(ask, known);
  for (const world of known.worlds.values()) {
    const of = (fault: string) => `${world.name}: ${fault}`;
    faults.push(...(await auditWorld(readOf(ask, world), world, known)).map(of));
  }
  faults.push(...(await auditKeys(ask, known)), ...auditFolder(join(folder, 'data'), known));
  return faults;
}

/** Reads below the control plane of a world. */
export function readOf(ask: Ask, { prefix }: Pick<KnownWorld, 'prefix'>): Read {
  return async (path) => bodyOf(await ask('GET', `${prefix}/sim${path}`), path);
}

function bodyOf(response: CrashResponse | null, path: string): Body {
  if (response === null) throw new Error(`the server ended while ${path} was read`);
  if (response.status !== 200) throw new Error(`GET ${path} is ${response.status}: ${JSON.stringify(response.body)}`);
  return response.body;
}

/** Waits until the clock is paused, because an advance resumes after a restart. */
export async function untilQuiet(read: Read): Promise<void> {
  await untilOver(
    () => read('/clock'),
    ({ status }) => status === 'ready',
  );
}

async function auditOutside(ask: Ask, known: KnownServer): Promise<string[]> {
  const read = readOf(ask, known.first);
  const listed = new Map<string, string>();
  for (const row of await rowsOf(read, '/worlds', 'worlds'))
    if (row.name !== 'default') listed.set(`world ${row.name}`, 'kept');
  for (const row of await rowsOf(read, '/snapshots', 'snapshots')) listed.set(`snapshot ${row.name}`, 'saved');
  const { recordings } = await read('/recordings');
  for (const row of recordings as readonly Body[]) {
    listed.set(`recording ${row.name}`, 'made');
    known.recordings.set(String(row.name), String(row.recording_id));
  }
  const faults = known.outside.settle(listed);
  for (const [path, id] of known.runs)
    if (!JSON.stringify(await read(path)).includes(`"${id}"`)) faults.push(`${path} has no ${id}, which was begun`);
  const worlds = new Set(known.outside.list('world'));
  for (const name of known.worlds.keys()) if (name !== 'default' && !worlds.has(name)) known.worlds.delete(name);
  for (const name of worlds) {
    const moment = known.moments.get(`world ${name}`);
    if (!known.worlds.has(name) && moment !== undefined) known.worlds.set(name, new KnownWorld(name, moment));
  }
  return faults;
}

async function auditWorld(read: Read, world: KnownWorld, known: KnownServer): Promise<string[]> {
  await untilQuiet(read);
  const { events, head } = await read('/fingerprint');
  const { replacedBy } = world;
  world.replacedBy = null;
  if (replacedBy !== null && replacedBy.acknowledged.head === head) {
    known.giveUp(world);
    world.become(replacedBy);
  }
  const { log, hashes, faults } = await readLog(read, world.log);
  const { acknowledged } = world;
  if (acknowledged.events >= world.log.seq && hashes.get(acknowledged.events) !== acknowledged.head)
    faults.push(`the log does not begin with the ${acknowledged.events} entries that were told of`);
  if (log.seq !== events || log.head !== head)
    faults.push(`the head of ${events} entries is ${head}, and must be ${log.head}`);
  world.log = log;
  world.acknowledged = { events: log.seq, head: log.head };
  const found = await readFacts(read, log.plans);
  for (const [about, id] of found.ids) world.ids.set(about, id);
  faults.push(...found.faults, ...world.ledger.settle(found.facts), ...(await auditAccounts(read, log.accounts)));
  if (world.name === 'default') {
    const counted = { announced: log.announced, formerly: known.formerly, kills: known.kills };
    faults.push(...(await auditDeliveries(read, known.receiver, counted)));
  }
  return faults;
}

async function auditAccounts(read: Read, accounts: ReadonlyMap<string, Account>): Promise<string[]> {
  const faults: string[] = [];
  const listed = await rowsOf(read, '/portfolios', 'portfolios');
  if (listed.length !== accounts.size)
    faults.push(`${listed.length} portfolios are listed, and ${accounts.size} are in the log`);
  for (const { portfolio_id: id, cash } of listed) {
    const account = accounts.get(String(id));
    if (account === undefined) continue;
    if (minor(cash) !== account.cashMinor)
      faults.push(`${account.name} has ${cash}, and must have ${account.cashMinor} cents`);
    const { holdings } = await read(`/portfolios/${id}`);
    const [is, must] = [positionsOf(holdings), account.positions].map(textOf);
    if (is !== must) faults.push(`${account.name} has ${is}, and must have ${must}`);
  }
  return faults;
}

function textOf(positions: ReadonlyMap<string, bigint>): string {
  return [...positions]
    .map(([place, micro]) => `${place} ${micro}`)
    .sort()
    .join(', ');
}

/** The same request with the same key must return the same rebalance. */
async function auditKeys(ask: Ask, known: KnownServer): Promise<string[]> {
  const faults: string[] = [];
  for (const [key, { path, body, id }] of known.idempotent) {
    const response = await ask('POST', path, body);
    const isSame = response?.body.rebalance_id === id && response.headers.get('idempotency-replayed') === 'true';
    if (!isSame) faults.push(`the key ${key} has answered ${id}, and answers ${JSON.stringify(response?.body)}`);
  }
  return faults;
}

/** Returns the state of a world that nobody has changed yet. */
export async function firstMoment(read: Read): Promise<WorldMoment> {
  const { log } = await readLog(read, EMPTY_LOG);
  const { facts } = await readFacts(read, log.plans);
  return { facts, log, acknowledged: { events: log.seq, head: log.head } };
}
