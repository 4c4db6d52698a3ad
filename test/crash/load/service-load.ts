/** Requests of both forms of the service: portfolios, plans, executions, and repeated keys. */
import type { CrashResponse } from '../crashing-server.ts';
import type { Life } from './life.ts';

const SAP = 'DE0007164600';
const TOTAL = 'FR0000120271';
const WORLD_ETF = 'IE00B4L5Y983';
const MAX_PORTFOLIOS = 4;

export function portfolioOfB(name: string) {
  return {
    external_id: name,
    currency: 'EUR',
    tax_wrapper: 'Depot',
    cash: 5000,
    holdings: [{ isin: SAP, exchange: 'XETR', quantity: 260 }],
    targets: [
      { isin: SAP, weight: 0.5 },
      { isin: TOTAL, weight: 0.45 },
    ],
  };
}

/** Form A: a portfolio, or a rebalance with a key, which is requested again. */
export async function askFormA(life: Life): Promise<void> {
  const { known, first, draws } = life;
  const chosen = life.pick('portfolio', (name) => name.startsWith('solo-a-'));
  if (chosen === null || (draws.uniform() < 0.3 && countOf(life, 'solo-a-') < MAX_PORTFOLIOS)) {
    const name = known.newName('solo-a');
    const body = { name, currency: 'EUR', tax_jurisdiction: 'DE', metadata: {} };
    await life.change(first, { [`portfolio ${name}`]: 'A' }, 'POST', '/form-a/v1/portfolios', body);
    return;
  }
  const { name, id } = chosen;
  const weight = draws.between(10, 90) / 100;
  const key = known.newName('key');
  const body = {
    target_weights: { [SAP]: weight, [WORLD_ETF]: Math.round((1 - weight) * 100) / 100 },
    drift_threshold: 0.001,
    idempotency_key: key,
  };
  const path = `/form-a/v1/portfolios/${id}/rebalance`;
  const response = await life.change(first, onePlanMore(life, name), 'POST', path, body);
  if (response.status !== 202) return;
  const again = await life.ask('POST', path, body);
  if (again.body.rebalance_id !== response.body.rebalance_id)
    life.faults.push(`the key ${key} has answered ${response.body.rebalance_id}, and again ${again.body.rebalance_id}`);
  known.idempotent.set(key, { path, body, id: String(response.body.rebalance_id) });
  // Only the latest few are requested again after a kill.
  for (const oldest of [...known.idempotent.keys()].slice(0, -3)) known.idempotent.delete(oldest);
}

/** Form B: a portfolio, a dry run, a plan that is executed or cancelled, or the deletion of a portfolio. */
export async function askFormB(life: Life): Promise<void> {
  const { known, first, draws } = life;
  const chosen = life.pick('portfolio', (name) => name.startsWith('solo-b-'));
  if (chosen === null || (draws.uniform() < 0.3 && countOf(life, 'solo-b-') < MAX_PORTFOLIOS)) {
    const name = known.newName('solo-b');
    await life.change(first, { [`portfolio ${name}`]: 'B' }, 'POST', '/form-b/v1/portfolios', portfolioOfB(name));
    return;
  }
  const { name, id } = chosen;
  const path = '/form-b/v1/rebalance';
  const settings = { portfolio_id: id, drift_threshold: 0.001 };
  const kind = draws.uniform();
  if (kind < 0.15) {
    await life.ask('POST', path, { ...settings, simulation: true });
    return;
  }
  if (kind < 0.25) {
    const gone = { [`portfolio ${name}`]: null, [`plans ${name}`]: null };
    await life.change(first, gone, 'DELETE', `/form-b/v1/portfolios/${id}`);
    return;
  }
  const plan: CrashResponse = await life.change(first, onePlanMore(life, name), 'POST', path, settings);
  if (plan.status !== 201) return;
  const rebalance = `${path}/${plan.body.rebalance_id}`;
  if (kind < 0.4) await life.ask('DELETE', rebalance);
  else await life.ask('POST', `${rebalance}/execute`, { confirm: true });
}

function onePlanMore({ first }: Life, name: string) {
  return { [`plans ${name}`]: String(Number(first.ledger.get(`plans ${name}`) ?? 0) + 1) };
}

function countOf({ first }: Life, beginning: string): number {
  return first.ledger.list('portfolio').filter((name) => name.startsWith(beginning)).length;
}
