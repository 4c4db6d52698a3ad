/** Changes outside the history of a world: other worlds, recordings, and the runs of scenarios. */
import { tmpdir } from 'node:os';
import { firstMoment, readOf } from '../audit/audit-server.ts';
import { readLog } from '../audit/read-log.ts';
import { type KnownWorld, KnownWorld as World, type WorldMoment } from '../known-server.ts';
import { type Life, ServerGone } from './life.ts';

const MAX_WORLDS = 4;

/** Creates, copies, changes or ends a stored world. Nothing else happens to the first one meanwhile. */
export async function changeWorlds(life: Life): Promise<unknown> {
  const { known, draws } = life;
  const others = [...known.worlds.values()].filter((world) => world !== known.first);
  const world = draws.pick(others);
  const kind = draws.uniform();
  if (world === undefined || (others.length < MAX_WORLDS && kind < 0.4)) return makeWorld(life, world);
  if (kind < 0.7) {
    const name = known.newName('other');
    const { ask } = life;
    const { body } = await ask('GET', `${world.prefix}/sim/session`);
    if (typeof body.api_key !== 'string') life.faults.push(`the world ${world.name} has no key`);
    const file = { name: `${name}.csv`, text: 'ISIN;Quantity;Cost price;Date\nDE0007164600;10;180,25;06.05.2024\n' };
    const wanted = { files: [file], check: false, dates: 'dmy', cash: 12.5 };
    return life.change(world, { [`portfolio ${name}`]: 'A' }, 'POST', '/sim/imports/portfolios', wanted);
  }
  if (kind < 0.85) return life.ask('POST', `${world.prefix}/sim/clock/advance`, { by: '40m', wait: true });
  const response = await known.outside.change({ [`world ${world.name}`]: null }, () =>
    life.tryAsk('DELETE', `/sim/worlds/${world.name}`),
  );
  if (response === null) throw new ServerGone();
  if (response.status < 300) known.worlds.delete(world.name);
  return response;
}

async function makeWorld(life: Life, other: KnownWorld | undefined): Promise<unknown> {
  const { known, draws } = life;
  const name = known.newName('kept');
  const kind = draws.uniform();
  if (kind < 0.4) {
    const body = { name, keep: true, clock_mode: 'manual', rate_limit: 'off' };
    return made(life, name, known.moments.get('new world') ?? null, 'POST', '/sim/worlds', body);
  }
  const origin = other !== undefined && kind < 0.7 ? other : known.first;
  const moment = copied(await readMoment(life, origin));
  if (kind < 0.8) return made(life, name, moment, 'POST', '/sim/worlds', { name, fork_of: origin.name, keep: true });
  const { bytes } = await life.ask('GET', `/sim/worlds/${origin.name}/export`);
  return made(life, name, moment, 'POST', `/sim/worlds/import?name=${name}&keep=true`, bytes);
}

/** The state is known before the request, so that the audit recognises a world that was created without a response. */
async function made(life: Life, name: string, moment: WorldMoment | null, ...request: [string, string, unknown]) {
  const { known } = life;
  const about = `world ${name}`;
  if (moment !== null) known.moments.set(about, moment);
  const response = await known.outside.change({ [about]: 'kept' }, () => life.tryAsk(...request));
  if (response === null) throw new ServerGone();
  if (response.status >= 300) {
    life.faults.push(`${request[1]} is ${response.status}: ${JSON.stringify(response.body)}`);
    return;
  }
  const started = moment ?? (await firstMoment(readOf(life.ask, { prefix: `/worlds/${name}` })));
  if (moment === null) known.moments.set('new world', started);
  known.worlds.set(name, new World(name, started));
}

/** Reads the state of a world, while no other request changes it. */
export async function readMoment(life: Life, world: KnownWorld): Promise<WorldMoment> {
  const { log, faults } = await readLog(readOf(life.ask, world), world.log);
  life.faults.push(...faults);
  world.log = log;
  world.acknowledged = { events: log.seq, head: log.head };
  return world.moment();
}

/** A copy sends webhooks to its own sinks only. */
function copied({ facts, ...rest }: WorldMoment): WorldMoment {
  return { ...rest, facts: new Map(facts) };
}

export async function record(life: Life): Promise<unknown> {
  const { known, draws } = life;
  const name = draws.pick(known.outside.list('recording').filter((each) => known.recordings.has(each)));
  if (name === undefined || draws.uniform() < 0.3) {
    const name = known.newName('recording');
    const body = { name, from: 'now' };
    const response = await known.outside.change({ [`recording ${name}`]: 'made' }, () =>
      life.tryAsk('POST', '/sim/recordings', body),
    );
    if (response?.status === 201) known.recordings.set(name, String(response.body.recording_id));
    return response;
  }
  const path = `/sim/recordings/${known.recordings.get(name)}`;
  if (draws.uniform() < 0.5) return life.ask('POST', `${path}/stop`);
  return known.outside.change({ [`recording ${name}`]: null }, () => life.tryAsk('DELETE', path));
}

/** Begins a sweep, a lab run or an exploration that ends soon, or else continues in the next life. */
export async function beginRun(life: Life): Promise<unknown> {
  const { known, draws } = life;
  const portfolio = life.pick('portfolio');
  const tasks: Readonly<Record<string, unknown>> = {
    '/sweeps': { file: 'one.yaml', seeds: 2, threads: 1 },
    '/explorations': { command: ['node', '--version'], folder: tmpdir(), trials: 1, budget: '10s' },
    ...(portfolio === null ? {} : { '/lab-runs': labRunOf(portfolio.id) }),
  };
  const path = draws.pick(Object.keys(tasks)) ?? '/sweeps';
  const response = await life.ask('POST', `/sim${path}`, tasks[path]);
  const [id] = Object.values(response.body);
  // A portfolio may be gone or have no targets, and at most five wait.
  const isRefused =
    response.status === 404 ||
    /have not ended yet|has no targets|which is not a portfolio/.test(JSON.stringify(response.body));
  if (response.status === 202) known.runs.set(path, String(id));
  else if (!isRefused) life.faults.push(`POST ${path} is ${response.status}: ${JSON.stringify(response.body)}`);
  return response;
}

function labRunOf(portfolioId: string) {
  const policies = [{ name: 'Monthly', when: [{ calendar: { every: 'month' } }] }];
  return { portfolios: [portfolioId], policies, to: '2026-05-04T00:00:00Z', paths: { seeds: '1..2' }, threads: 1 };
}
