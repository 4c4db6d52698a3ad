/** Takes one step of a random life by the commands of the service and the control plane. */
import type { PlanConstraints } from '../../src-server/domain/plan/constraints.ts';
import { addMarketEvent } from '../../src-server/engine/commands/market/add-market-event.ts';
import { changeExchange } from '../../src-server/engine/commands/market/change-exchange.ts';
import {
  cancelCorporateAction,
  createCorporateAction,
} from '../../src-server/engine/commands/market/manage-corporate-actions.ts';
import { endAllFaults, setFault } from '../../src-server/engine/commands/market/set-fault.ts';
import { deleteAnyPortfolio } from '../../src-server/engine/commands/portfolios/delete-portfolio.ts';
import { createCashFlow, endCashFlow } from '../../src-server/engine/commands/portfolios/manage-cash-flows.ts';
import { removePolicy, setPolicy } from '../../src-server/engine/commands/portfolios/manage-policy.ts';
import { setCash } from '../../src-server/engine/commands/portfolios/set-cash.ts';
import { setConstraints } from '../../src-server/engine/commands/portfolios/set-constraints.ts';
import { setTargets } from '../../src-server/engine/commands/portfolios/set-targets.ts';
import { actOnOrder } from '../../src-server/engine/commands/rebalances/act-on-order.ts';
import { cancelOpenOrders } from '../../src-server/engine/commands/rebalances/cancel-open-orders.ts';
import { createPlan } from '../../src-server/engine/commands/rebalances/create-plan.ts';
import { executePlan } from '../../src-server/engine/commands/rebalances/execute-plan.ts';
import { rebalancePortfolioA } from '../../src-server/engine/commands/rebalances/rebalance-portfolio-a.ts';
import type { CorporateActionTerms } from '../../src-server/engine/corporate-actions/corporate-action.ts';
import { DEFAULT_ACCOUNT } from '../../src-server/engine/world.ts';
import { DAY_MS } from '../engine/execution/exchange-world.ts';
import type { Living } from './living.ts';
import type { LifeStep } from './random-life.ts';

type Does = LifeStep['does'];
type StepOf<D extends Does> = Extract<LifeStep, { readonly does: D }>;
type Step<D extends Does> = (living: Living, step: StepOf<D>) => void;

export function takeStep(living: Living, step: LifeStep): void {
  const steps = STEPS as { readonly [D in Does]?: (living: Living, step: LifeStep) => void };
  steps[step.does]?.(living, step);
}

const rebalance: Step<'rebalance'> = (living, { who, method }) => {
  const { world } = living.test;
  const portfolioId = living.portfolioOf(who);
  if (world.portfolios.find(portfolioId)?.form === 'A') {
    const targets = world.portfolios.targets(portfolioId).map(({ isin, weight }) => [isin, weight]);
    const terms = { target_weights: Object.fromEntries(targets), tax_method: method, drift_threshold: 0.01 };
    rebalancePortfolioA(world, DEFAULT_ACCOUNT, portfolioId, terms);
    return;
  }
  const plan = createPlan(world, DEFAULT_ACCOUNT, {
    portfolio_id: portfolioId,
    drift_threshold: 0.01,
    band_type: 'absolute',
    rebalance_trigger: 'any_position',
    simulation: false,
    fractional_precision: who % 5 === 0 ? 2 : 4,
    fx_overlay: method === 'HIFO',
  });
  if (plan.ok) executePlan(world, DEFAULT_ACCOUNT, plan.value.rebalanceId);
};

const cashFlow: Step<'cash_flow'> = (living, { who, kind, percent, inMs, every, forDays }) => {
  const { world } = living.test;
  const portfolioId = living.portfolioOf(who);
  const cashMinor = world.portfolios.find(portfolioId)?.cashMinor ?? 0;
  const { nowMs } = world.kernel;
  const amountMinor = Math.max(100, Math.floor((cashMinor * percent) / 100));
  const untilMs = forDays === null ? null : nowMs + inMs + forDays * DAY_MS;
  createCashFlow(world, portfolioId, { kind, amountMinor, firstMs: inMs === 0 ? null : nowMs + inMs, every, untilMs });
};

const corporateAction: Step<'corporate_action'> = (living, step) => {
  const { world } = living.test;
  const isin = living.isinOf(step.of);
  const instrument = world.market.instruments.get(isin);
  if (instrument === undefined) return;
  const { nowMs, eventCount } = world.kernel;
  const exMs = nowMs + step.inMs;
  // Of two at one instant, nobody can observe the price between them afterwards.
  if (world.corporateActions.applied().some(({ appliedMs }) => appliedMs === exMs)) return;
  const { primaryExchange, currency } = instrument;
  const amountMicro = Math.round((world.prices.midMicro(isin, primaryExchange, nowMs) * step.percent) / 100);
  const cash = { amountMicro, currency };
  const [newShares, oldShares] = step.ratio;
  const terms: Record<typeof step.kind, CorporateActionTerms> = {
    split: { kind: 'split', ratio: { newShares, oldShares } },
    isin_change: { kind: 'isin_change', newIsin: `IE00${String(eventCount).padStart(8, '0')}` },
    delisting: { kind: 'delisting', cashPrice: amountMicro === 0 ? null : cash },
    cash_dividend: {
      kind: 'cash_dividend',
      amount: { ...cash, amountMicro: amountMicro + 1 },
      payMs: exMs + step.payDays * DAY_MS,
    },
  };
  createCorporateAction(world, { isin, exMs, terms: terms[step.kind] });
};

const cancelAction: Step<'cancel_action'> = ({ test: { world } }) => {
  const [next] = world.corporateActions.scheduled();
  if (next !== undefined) cancelCorporateAction(world, next.corporateActionId);
};

const constraints: Step<'constraints'> = (living, { who, of, which }) => {
  const none: PlanConstraints = {
    minOrderMinor: null,
    minOrderBps: null,
    wholeShares: false,
    doNotSell: [],
    doNotBuy: [],
    cashFlowOnly: false,
    maxTurnover: null,
    gainsTaxBudgetMinor: null,
  };
  const isin = living.isinOf(of);
  const choices: readonly Partial<PlanConstraints>[] = [
    ...[{}, { wholeShares: true }, { cashFlowOnly: true }, { maxTurnover: 0.2 }, { gainsTaxBudgetMinor: 1000 }],
    ...[{ minOrderMinor: 20_000 }, { doNotSell: [isin] }, { doNotBuy: [isin] }],
  ];
  setConstraints(living.test.world, living.portfolioOf(who), { ...none, ...choices[which % choices.length] });
};

const fault: Step<'fault'> = ({ test: { world } }, { kind, share, size }) => {
  const amounts: Readonly<Record<string, number>> = {
    exchange_slow: size ** 2 * 20,
    partial_fills: (size - 1) / 1000,
    late_fills: size ** 2 * 80,
    settlement_fail: 1 + (size % 10),
  };
  const isDown = kind === 'exchange_down';
  const mics = [...world.market.venues.keys()];
  setFault(world, {
    kind,
    isin: null,
    share: isDown ? 1 : share,
    amount: amounts[kind] ?? null,
    cancelsOrders: size % 2 === 0,
    fromMs: null,
    count: isDown ? null : 1 + (size % 20),
    untilMs: kind === 'settlement_fail' ? null : world.kernel.nowMs + size * 300_000,
    mic: isDown ? (mics[size % mics.length] ?? null) : null,
  });
};

const line: Step<'line'> = (living, { of, connected }) => {
  const { world } = living.test;
  const mic = world.market.instruments.get(living.isinOf(of))?.primaryExchange ?? '';
  changeExchange(world, mic, { connected, settings: {}, latency: {} });
};

const repair: Step<'repair'> = ({ test: { world } }) => {
  endAllFaults(world);
  for (const mic of world.market.venues.keys())
    changeExchange(world, mic, { connected: true, settings: {}, latency: {} });
};

const order: Step<'order'> = (living, { who, which, action }) => {
  const { world } = living.test;
  const active = world.rebalances.findActive(living.portfolioOf(who));
  const orders = active === null ? [] : world.rebalances.orders(active.rebalanceId);
  const chosen = orders[which % Math.max(1, orders.length)];
  if (chosen === undefined) return;
  const working = world.connections.workingOrder(chosen.mic, chosen.orderId);
  const [rest, step] = working === null ? [0, 1] : [working.quantityMicro - working.filledMicro, working.stepMicro];
  const part = Math.floor((rest * (1 + (which % 9))) / 10 / step) * step;
  if (action === 'partial_fill' && part === 0) return;
  const quantityMicro = action === 'partial_fill' ? part : null;
  actOnOrder(world, chosen.orderId, { action, quantityMicro, priceMicro: null, reason: null });
};

const jump: Step<'jump'> = (living, { of, percent }) => {
  const subject = living.isinOf(of);
  const terms = { kind: 'jump', amount: percent / 100, byBeta: false, fromMs: null, untilMs: null } as const;
  if (percent !== 0) addMarketEvent(living.test.world, { ...terms, subject });
};

const endFlow: Step<'end_cash_flow'> = (living, { who }) => {
  const { world } = living.test;
  const portfolioId = living.portfolioOf(who);
  const [flow] = world.cashFlows.scheduled(portfolioId);
  if (flow !== undefined) endCashFlow(world, portfolioId, flow.cashFlowId);
};

const cancelOrders: Step<'cancel_orders'> = (living, { who }) => {
  const active = living.test.world.rebalances.findActive(living.portfolioOf(who));
  if (active !== null) cancelOpenOrders(living.test.world, active.rebalanceId);
};

const targets: Step<'targets'> = (living, step) => {
  const { world } = living.test;
  const portfolioId = living.portfolioOf(step.who);
  const invested = world.portfolios.find(portfolioId)?.form === 'A' ? 1 : 0.97;
  setTargets(world, portfolioId, living.weightsOf(step.targets, invested));
};

const STEPS: { readonly [D in Does]?: Step<D> } = {
  rebalance,
  cash_flow: cashFlow,
  end_cash_flow: endFlow,
  policy: (living, { who, terms }) => void setPolicy(living.test.world, living.portfolioOf(who), terms),
  remove_policy: (living, { who }) => void removePolicy(living.test.world, living.portfolioOf(who)),
  delete: (living, { who }) => void deleteAnyPortfolio(living.test.world, living.portfolioOf(who)),
  cancel_orders: cancelOrders,
  corporate_action: corporateAction,
  cancel_action: cancelAction,
  constraints,
  fault,
  line,
  repair,
  order,
  jump,
  cash: (living, { who, minor }) => void setCash(living.test.world, living.portfolioOf(who), minor / 100),
  positions: (living, { who, rows }) => void living.setPositions(living.portfolioOf(who), rows),
  targets,
};
