/**
 * Calls every operation of Form A and Form B by name; virtual time is moved from outside. An advance follows each
 * request that sends a webhook, so that the webhook's request always precedes the next one.
 */
import { ALLIANZ, SAP, WORLD_ETF } from '../api/service/sample-portfolio.ts';
import type { Recorder } from './recorder.ts';

/** Moves virtual time. */
export type Advance = (by: string) => Promise<void>;

interface RebalanceWithFills {
  readonly status: string;
  readonly orders: readonly { readonly fills: readonly { readonly mifid_record_id: string }[] }[];
}

const PORTFOLIO_B = {
  external_id: 'client-4711',
  currency: 'EUR',
  tax_wrapper: 'Depot',
  holdings: [
    { isin: SAP, exchange: 'XETR', quantity: 100 },
    { isin: ALLIANZ, exchange: 'XETR', quantity: 20 },
  ],
  targets: [
    { isin: SAP, weight: 0.4 },
    { isin: WORLD_ETF, weight: 0.55 },
  ],
  cash: 5000,
};

/** Create, rebalance, repeat with the same key, wait, read, and the record of the first fill. */
export async function walkFormA(service: Recorder, advance: Advance): Promise<{ portfolioId: string }> {
  const { portfolio_id: portfolioId = '' } = await service.take('createPortfolio', {
    body: { name: 'Muster', currency: 'EUR', tax_jurisdiction: 'DE', metadata: { desk: '7' } },
  });
  const rebalance = {
    parameters: { id: portfolioId },
    body: {
      target_weights: { [SAP]: 0.4, [WORLD_ETF]: 0.6 },
      tax_method: 'HIFO',
      drift_threshold: 0.05,
      idempotency_key: `${service.name} monday`,
    },
  };
  const { rebalance_id: id = '' } = await service.take('startRebalance', rebalance);
  await advance('0s');
  await service.take('startRebalance', rebalance);
  await advance('30m');
  const done = await service.take<RebalanceWithFills>('getRebalanceA', { parameters: { id } });
  if (done.status !== 'complete') throw new Error(`the rebalance of Form A is ${done.status}`);
  const [fill] = done.orders.flatMap(({ fills }) => fills);
  await service.take('getMifidRecord', { parameters: { id: fill?.mifid_record_id ?? '' } });
  return { portfolioId };
}

/** Prices, create, plan, cancel, plan again, execute, wait, read, and delete another portfolio. */
export async function walkFormB(
  service: Recorder,
  advance: Advance,
): Promise<{ portfolioId: string; rebalanceId: string }> {
  await service.take('getPrices', { parameters: { isin: SAP } });
  const { portfolio_id: portfolioId = '' } = await service.take('createPortfolio', { body: PORTFOLIO_B });
  const settings = { portfolio_id: portfolioId, drift_threshold: 0.05, band_type: 'absolute' };
  const dropped = await service.take('createPlan', { body: { ...settings, rebalance_trigger: 'any_position' } });
  await advance('0s');
  await service.take('cancelPlan', { parameters: { rebalance_id: dropped.rebalance_id ?? '' } });
  await advance('0s');
  await service.take('createPlan', { body: { ...settings, simulation: true, fx_overlay: false, cost_budget: 50 } });
  await advance('0s');
  const { rebalance_id: rebalanceId = '' } = await service.take('createPlan', { body: settings });
  await advance('0s');
  const rebalance = { rebalance_id: rebalanceId };
  await service.take('executePlan', { parameters: rebalance, body: { confirm: true } });
  await advance('30m');
  const done = await service.take<RebalanceWithFills>('getRebalance', { parameters: rebalance });
  if (done.status !== 'complete') throw new Error(`the rebalance of Form B is ${done.status}`);
  await service.take('getPortfolio', { parameters: { portfolio_id: portfolioId } });
  const other = await service.take('createPortfolio', { body: { ...PORTFOLIO_B, external_id: 'client-4712' } });
  await service.take('deletePortfolio', { parameters: { portfolio_id: other.portfolio_id ?? '' } });
  return { portfolioId, rebalanceId };
}
