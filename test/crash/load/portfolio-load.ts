/**
 * Changes of portfolios over the control plane: cash, positions, policies, constraints, cash flows, bulk rebalances,
 * imports.
 */
import type { Life } from './life.ts';
import { portfolioOfB } from './service-load.ts';

const MAX_PORTFOLIOS = 3;
const SAP = 'DE0007164600';

export async function changePortfolio(life: Life): Promise<unknown> {
  const { known, first, draws } = life;
  const chosen = life.pick('portfolio', (name) => name.startsWith('desk-'));
  if (chosen === null || (first.ledger.list('portfolio').length < MAX_PORTFOLIOS && draws.uniform() < 0.3)) {
    const name = known.newName('desk');
    return life.change(first, { [`portfolio ${name}`]: 'B' }, 'POST', '/form-b/v1/portfolios', portfolioOfB(name));
  }
  const { name, id } = chosen;
  const path = `/sim/portfolios/${id}`;
  const changes = [
    () => life.ask('PUT', `${path}/cash`, { amount: draws.between(1, 99_999) / 100 }),
    () =>
      life.ask('PUT', `${path}/positions`, {
        positions: [{ isin: SAP, exchange: 'XETR', quantity: draws.between(1, 400) }],
      }),
    () => life.change(first, { [`policy ${name}`]: 'set' }, 'PUT', `${path}/policy`, POLICY),
    () => life.change(first, { [`policy ${name}`]: null }, 'DELETE', `${path}/policy`),
    () => {
      const turnover = draws.between(1, 99) / 100;
      return life.change(first, { [`turnover ${name}`]: String(turnover) }, 'PUT', `${path}/constraints`, {
        max_turnover: turnover,
      });
    },
    () => life.change(first, { [`turnover ${name}`]: null }, 'PUT', `${path}/constraints`, {}),
    () => addFlow(life, name, path),
    () => endFlow(life, name, path),
    () => rename(life, name, path),
  ];
  return draws.pick(changes)?.();
}

const POLICY = { when: [{ calendar: { every: 'year', day: 'last' } }], execute: true };

function addFlow(life: Life, name: string, path: string) {
  const amount = life.known.newNumber();
  const body = { kind: 'deposit', amount, at: '2031-03-03T12:00:00Z' };
  return life.change(life.first, { [`flow ${name} ${amount}`]: 'scheduled' }, 'POST', `${path}/cash-flows`, body);
}

async function endFlow(life: Life, name: string, path: string) {
  const flow = life.pick('flow', (each) => each.startsWith(`${name} `));
  if (flow === null) return;
  await life.change(life.first, { [`flow ${flow.name}`]: 'ended' }, 'DELETE', `${path}/cash-flows/${flow.id}`);
}

/** Afterwards all facts are known under the new name. */
async function rename({ known, first, tryAsk }: Life, name: string, path: string) {
  const label = known.newName('desk');
  const change: Record<string, string | null> = {};
  const moved: [string, string][] = [];
  for (const [about, value] of first.ledger.facts) {
    const [kind, whose, ...rest] = about.split(' ');
    if (whose !== name) continue;
    const after = [kind, label, ...rest].join(' ');
    moved.push([about, after]);
    Object.assign(change, { [about]: null, [after]: value });
  }
  const response = await first.ledger.change(change, () => tryAsk('PATCH', path, { label }));
  if (response?.status !== 200) return;
  for (const [before, after] of moved) {
    const id = first.ids.get(before);
    if (id !== undefined) first.ids.set(after, id);
  }
}

/** Uses separate portfolios, which no other request rebalances. */
export async function rebalanceInBulk(life: Life): Promise<unknown> {
  const { known, first, draws } = life;
  const ids = first.ledger.list('portfolio').flatMap((name) => {
    const id = name.startsWith('bulk-') ? first.ids.get(`portfolio ${name}`) : undefined;
    return id === undefined ? [] : [id];
  });
  if (ids.length < 3) {
    const name = known.newName('bulk');
    return life.change(first, { [`portfolio ${name}`]: 'B' }, 'POST', '/form-b/v1/portfolios', portfolioOfB(name));
  }
  const count = Number(first.ledger.get('bulk rebalances') ?? 0) + 1;
  const body = { portfolio_ids: ids, settings: { drift_threshold: 0.001 }, execute: draws.uniform() < 0.7 };
  return life.change(first, { 'bulk rebalances': String(count) }, 'POST', '/sim/bulk-rebalances', body);
}

export async function importPortfolio(life: Life): Promise<unknown> {
  const name = life.known.newName('import');
  if (life.first.ledger.list('portfolio').filter((each) => each.startsWith('import-')).length > 2) return null;
  const text = `ISIN;Quantity;Cost price;Date\n${SAP};10;180,25;06.05.2024\n`;
  const body = { files: [{ name: `${name}.csv`, text }], check: false, dates: 'dmy', cash: 12.5 };
  return life.change(life.first, { [`portfolio ${name}`]: 'A' }, 'POST', '/sim/imports/portfolios', body);
}
