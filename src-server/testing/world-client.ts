/** Populates the world of a test, saves and restores it. */

import type { CashFlowList, CashFlowWire } from '../contract/control/portfolios/cash-flows.ts';
import type { PortfolioConstraints } from '../contract/control/portfolios/constraints.ts';
import type { DividendList } from '../contract/control/portfolios/dividends.ts';
import type { OrderActionWire } from '../contract/control/portfolios/order-actions.ts';
import type { PolicyWire, RemovedPolicy } from '../contract/control/portfolios/policies.ts';
import type { SettlementList } from '../contract/control/portfolios/settlements.ts';
import type { Fingerprint } from '../contract/control/world/session.ts';
import type { SnapshotWire } from '../contract/control/world/snapshots.ts';
import type { PortfolioA } from '../contract/service/form-a.ts';
import type { PortfolioB } from '../contract/service/form-b.ts';
import { BallastError } from './ballast-errors.ts';
import type { NewPortfolioA, NewPortfolioB, WorldClient } from './ballast-handle.ts';
import type { ControlPlane } from './control-plane.ts';

interface Bases {
  readonly formAUrl: string;
  readonly formBUrl: string;
  readonly aliases: Readonly<Record<string, string>>;
}

export function createWorldClient(plane: ControlPlane, { formAUrl, formBUrl, aliases }: Bases): WorldClient {
  let named = 0;
  let saved = 0;
  const nextName = () => {
    named += 1;
    return `test-${named}`;
  };
  async function createPortfolio(portfolio: NewPortfolioB): Promise<PortfolioB>;
  async function createPortfolio(portfolio: NewPortfolioA): Promise<PortfolioA>;
  async function createPortfolio(portfolio: NewPortfolioA | NewPortfolioB): Promise<PortfolioA | PortfolioB> {
    return portfolio.form === 'B'
      ? createB(plane, formBUrl, portfolio, nextName)
      : createA(plane, formAUrl, portfolio, nextName);
  }
  const restore = (name: string) => plane.ask<Fingerprint>('POST', `/snapshots/${encodeURIComponent(name)}/restore`);
  return {
    createPortfolio,
    portfolioId(alias) {
      const id = aliases[alias];
      if (id !== undefined) return id;
      const known = Object.keys(aliases).join(', ') || 'none';
      throw new BallastError(`The world's contents name no portfolio ${alias}; names there are: ${known}.`);
    },
    cashFlow: (portfolioId, flow) => plane.ask<CashFlowWire>('POST', flowsOf(portfolioId), flow),
    async cashFlows(portfolioId) {
      return (await plane.ask<CashFlowList>('GET', `${flowsOf(portfolioId)}?limit=1000`)).cash_flows;
    },
    async settlements(portfolioId, { status } = {}) {
      const query = status === undefined ? '' : `&status=${status}`;
      const path = `/portfolios/${encodeURIComponent(portfolioId)}/settlements?limit=1000${query}`;
      return (await plane.ask<SettlementList>('GET', path)).settlements;
    },
    endCashFlow: ({ portfolio_id: id, cash_flow_id: flow }) =>
      plane.ask<CashFlowWire>('DELETE', `${flowsOf(id)}/${encodeURIComponent(flow)}`),
    ...constraintCalls(plane),
    ...policyCalls(plane),
    actOnOrder: (orderId, action) =>
      plane.ask<OrderActionWire>('POST', `/orders/${encodeURIComponent(orderId)}/actions`, action),
    async dividends(portfolioId) {
      const path = `/portfolios/${encodeURIComponent(portfolioId)}/dividends?limit=1000`;
      return (await plane.ask<DividendList>('GET', path)).dividends;
    },
    fingerprint: () => plane.ask('GET', '/fingerprint'),
    async snapshot(name) {
      saved += name === undefined ? 1 : 0;
      const body = { name: name ?? `test-${saved}`, replace: true };
      const snapshot = await plane.ask<SnapshotWire>('POST', '/snapshots', body);
      return { ...snapshot, restore: () => restore(snapshot.name) };
    },
    restore,
    async reset() {
      named = 0;
      return plane.ask<Fingerprint>('POST', '/reset');
    },
  };
}

const constraintsOf = (portfolioId: string) => `/portfolios/${encodeURIComponent(portfolioId)}/constraints`;
const flowsOf = (portfolioId: string) => `/portfolios/${encodeURIComponent(portfolioId)}/cash-flows`;
const policyOf = (portfolioId: string) => `/portfolios/${encodeURIComponent(portfolioId)}/policy`;

function constraintCalls(plane: ControlPlane): Pick<WorldClient, 'setConstraints' | 'constraints'> {
  return {
    async setConstraints(portfolioId, constraints) {
      return (await plane.ask<PortfolioConstraints>('PUT', constraintsOf(portfolioId), constraints)).constraints;
    },
    async constraints(portfolioId) {
      return (await plane.ask<PortfolioConstraints>('GET', constraintsOf(portfolioId))).constraints;
    },
  };
}

function policyCalls(plane: ControlPlane): Pick<WorldClient, 'setPolicy' | 'policy' | 'removePolicy'> {
  return {
    setPolicy: (portfolioId, policy) => plane.ask<PolicyWire>('PUT', policyOf(portfolioId), policy),
    policy: (portfolioId) => plane.ask<PolicyWire>('GET', policyOf(portfolioId)),
    async removePolicy(portfolioId) {
      await plane.ask<RemovedPolicy>('DELETE', policyOf(portfolioId));
    },
  };
}

function createB(plane: ControlPlane, base: string, { form: _, ...said }: NewPortfolioB, nextName: () => string) {
  const usual = { currency: 'EUR', tax_wrapper: 'Depot', cash: usualCash(said), targets: usualTargets(said) } as const;
  const body = { ...usual, ...said, external_id: said.external_id ?? nextName() };
  return plane.askService<PortfolioB>('POST', `${base}/portfolios`, body);
}

type SaidOfB = Omit<NewPortfolioB, 'form'>;

/** A portfolio without holdings and cash starts with the cash of one of Form A (decision F3). */
function usualCash({ holdings }: SaidOfB): number {
  return holdings === undefined ? 100_000 : 0;
}

/** The holdings in equal parts; without holdings SAP alone. */
function usualTargets({ holdings = [] }: SaidOfB): { isin: string; weight: number }[] {
  const isins = [...new Set(holdings.map(({ isin }) => isin))];
  if (isins.length === 0) return [{ isin: 'DE0007164600', weight: 1 }];
  return isins.map((isin) => ({ isin, weight: 1 / isins.length }));
}

async function createA(plane: ControlPlane, base: string, portfolio: NewPortfolioA, nextName: () => string) {
  const { form: _, positions, cash, ...said } = portfolio;
  const body = { currency: 'EUR', tax_jurisdiction: 'DE', ...said, name: said.name ?? nextName() };
  const made = await plane.askService<PortfolioA>('POST', `${base}/portfolios`, body);
  if (positions !== undefined) await plane.ask('POST', `/portfolios/${made.portfolio_id}/positions`, { positions });
  if (cash !== undefined) await plane.ask('POST', `/portfolios/${made.portfolio_id}/cash`, { amount: cash });
  return made;
}
