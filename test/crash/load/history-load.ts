/** Snapshots, restores and resets of the first world. No other request is sent meanwhile. */
import type { WorldMoment } from '../known-server.ts';
import { type Life, ServerGone } from './life.ts';
import { readMoment } from './server-load.ts';

const MAX_SNAPSHOTS = 3;
/** A reset after this many entries prevents a long log. */
const LONG_LOG = 1500;

export async function changeHistory(life: Life): Promise<unknown> {
  const { known, draws } = life;
  const moment = await readMoment(life, known.first);
  const snapshots = known.outside.list('snapshot');
  const kind = draws.uniform();
  if (moment.log.seq > LONG_LOG || kind < 0.15) return replace(life, '', '/sim/reset');
  const name = draws.pick(snapshots);
  if (name === undefined || (snapshots.length < MAX_SNAPSHOTS && kind < 0.5)) return save(life, moment);
  if (kind < 0.75) return replace(life, name, `/sim/snapshots/${name}/restore`);
  return known.outside.change({ [`snapshot ${name}`]: null }, () => life.tryAsk('DELETE', `/sim/snapshots/${name}`));
}

async function save(life: Life, moment: WorldMoment): Promise<unknown> {
  const { known } = life;
  const name = known.newName('moment');
  known.moments.set(name, moment);
  return known.outside.change({ [`snapshot ${name}`]: 'saved' }, () => life.tryAsk('POST', '/sim/snapshots', { name }));
}

async function replace(life: Life, name: string, path: string): Promise<void> {
  const { known } = life;
  const { first } = known;
  const moment = known.moments.get(name);
  // A state that did not change cannot be distinguished from the one that it replaced.
  if (moment === undefined || moment.acknowledged.head === first.acknowledged.head) return;
  first.replacedBy = moment;
  const response = await life.tryAsk('POST', path);
  if (response === null) throw new ServerGone();
  first.replacedBy = null;
  if (response.status !== 200) {
    life.faults.push(`${path} is ${response.status}: ${JSON.stringify(response.body)}`);
    return;
  }
  known.giveUp(first);
  first.become(moment);
  await readIds(life);
}

/** Reads the ids of the restored state. */
async function readIds(life: Life): Promise<void> {
  const { readFacts } = await import('../audit/read-facts.ts');
  const { readOf } = await import('../audit/audit-server.ts');
  const { ids } = await readFacts(readOf(life.ask, life.first), life.first.log.plans);
  for (const [about, id] of ids) life.first.ids.set(about, id);
}
