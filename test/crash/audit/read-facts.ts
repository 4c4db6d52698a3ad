/** Reads everything that clients requested of a world, as facts that can be compared. */
import type { Body } from '../crashing-server.ts';
import type { Facts } from '../ledger.ts';
import { type Read, rowsOf } from './read-rows.ts';

export interface ReadWorld {
  readonly facts: Facts;
  /** Ids by subject of the facts. */
  readonly ids: ReadonlyMap<string, string>;
  /** Subjects that are listed twice. */
  readonly faults: readonly string[];
}

/** Defines how one kind of fact is listed. */
interface Listing {
  readonly path: string;
  readonly member: string;
  /** Returns the subject of a row and its value; `null`: the load did not request it. */
  fact(row: Body): readonly [about: string, value: unknown, id?: unknown] | null;
}

const LISTINGS: readonly Listing[] = [
  {
    path: '/portfolios',
    member: 'portfolios',
    fact: (row) => [`portfolio ${row.label}`, row.form, row.portfolio_id],
  },
  {
    path: '/accounts',
    member: 'accounts',
    fact: (row) => (row.account_id === 'default' ? null : [`account ${row.account_id}`, `${row.name} ${row.tier}`]),
  },
  {
    path: '/keys',
    member: 'keys',
    fact: (row) => (row.run_key === true ? null : [`key ${row.name}`, row.status, row.key_id]),
  },
  {
    path: '/webhooks',
    member: 'webhooks',
    fact: (row) => (ofLoad(row.url) ? [`webhook ${row.url}`, row.status, row.webhook_id] : null),
  },
  { path: '/faults', member: 'faults', fact: faultFact },
  {
    path: '/market/events',
    member: 'market_events',
    fact: (row) => [`jump ${row.size}`, row.status, row.market_event_id],
  },
  { path: '/market/pins', member: 'pins', fact: (row) => [`pin ${row.isin}`, row.mid] },
  {
    path: '/market/corporate-actions',
    member: 'corporate_actions',
    fact: (row) => [`action ${row.ex_at}`, row.status, row.corporate_action_id],
  },
  {
    path: '/sinks',
    member: 'sinks',
    fact: (row) => (row.scripted === true ? [`sink ${row.name}`, 'scripted'] : null),
  },
  { path: '/bulk-rebalances', member: 'bulk_rebalances', fact: (row) => [`bulk ${row.bulk_id}`, 'made'] },
];

function ofLoad(name: unknown): boolean {
  return /(?:^|\/)load-\d+$/.test(String(name));
}

function faultFact(row: Body) {
  const match = row.match as Body | undefined;
  if (match === undefined) return null;
  return [`${row.kind === 'api_stub' ? 'stub' : 'fault'} ${match.path}`, row.status, row.fault_id] as const;
}

export async function readFacts(read: Read, plans: ReadonlyMap<string, number>): Promise<ReadWorld> {
  const facts = new Map<string, string>();
  const ids = new Map<string, string>();
  const faults: string[] = [];
  const add = (about: string, value: unknown, id?: unknown) => {
    if (facts.has(about)) faults.push(`${about} is there twice`);
    facts.set(about, String(value));
    if (id !== undefined) ids.set(about, String(id));
  };
  let bulks = 0;
  for (const { path, member, fact } of LISTINGS) {
    for (const row of await rowsOf(read, path, member)) {
      const found = fact(row);
      if (found === null) continue;
      if (member === 'bulk_rebalances') bulks += 1;
      else add(...found);
    }
  }
  if (bulks > 0) add('bulk rebalances', bulks);
  for (const [name, count] of plans) if (facts.has(`portfolio ${name}`)) add(`plans ${name}`, count);
  for (const [about, id] of [...ids]) if (about.startsWith('portfolio ')) await readPortfolio(read, about, id, add);
  const exchange = await read('/exchanges/XLON');
  add('participation XLON', (exchange.settings as Body).participation);
  return { facts, ids, faults };
}

async function readPortfolio(
  read: Read,
  about: string,
  id: string,
  add: (about: string, value: unknown, id?: unknown) => void,
): Promise<void> {
  const name = about.slice('portfolio '.length);
  if (!name.startsWith('desk-')) return;
  const portfolio = await read(`/portfolios/${id}`);
  if (portfolio.has_policy === true) add(`policy ${name}`, 'set');
  const { constraints } = await read(`/portfolios/${id}/constraints`);
  const { max_turnover: turnover } = constraints as Body;
  if (turnover !== undefined) add(`turnover ${name}`, turnover);
  for (const flow of await rowsOf(read, `/portfolios/${id}/cash-flows`, 'cash_flows'))
    add(`flow ${name} ${flow.amount}`, flow.status, flow.cash_flow_id);
}
