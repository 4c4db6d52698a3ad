/** Reads a log from where it was last read, and checks that it continues there: one chain, without a gap. */
import type { ReadLog } from '../known-server.ts';
import { type Account, applyEvent } from './own-accounts.ts';
import { ownHash, type ReadEvent } from './own-chain.ts';
import type { Read } from './read-rows.ts';

const AT_ONCE = 1000;

/** Returns the present log, and its faults. */
export async function readLog(
  read: Read,
  from: ReadLog,
): Promise<{ log: ReadLog; hashes: Map<number, string>; faults: string[] }> {
  const accounts = new Map<string, Account>(from.accounts);
  const plans = new Map(from.plans);
  const announced = new Set(from.announced);
  const hashes = new Map([[from.seq, from.head]]);
  const faults: string[] = [];
  let { seq, head } = from;
  for (;;) {
    const page = await read(`/events?limit=${AT_ONCE}&after=${seq}`);
    const events = page.events as unknown as readonly ReadEvent[];
    for (const event of events) {
      seq += 1;
      if (event.seq !== seq) faults.push(`the log has the entry ${event.seq} in place of ${seq}`);
      const own = ownHash(head, event);
      if (own !== event.hash) faults.push(`the entry ${event.seq} of the log does not follow from the one before it`);
      head = event.hash;
      hashes.set(seq, head);
      applyEvent(accounts, event);
      countPlan(plans, accounts, event);
      if (typeof event.data.event_id === 'string') announced.add(event.data.event_id);
    }
    if (events.length < AT_ONCE) return { log: { seq, head, accounts, plans, announced }, hashes, faults };
  }
}

/** Portfolios with these names are rebalanced on request only. */
const ON_REQUEST = /^solo-/;

function countPlan(
  plans: Map<string, number>,
  accounts: ReadonlyMap<string, Account>,
  { type, data }: ReadEvent,
): void {
  const account = accounts.get(String(data.portfolio_id));
  if (account === undefined || !ON_REQUEST.test(account.name)) return;
  if (type === (account.form === 'A' ? 'rebalance.requested' : 'rebalance.created'))
    plans.set(account.name, (plans.get(account.name) ?? 0) + 1);
}
