/** Populates the world of a test, saves and restores it. */

import type { PortfolioA } from '../contract/service/form-a.ts';
import type { PortfolioB } from '../contract/service/form-b.ts';
import { BallastError } from './ballast-errors.ts';
import type { NewPortfolioA, NewPortfolioB, WorldClient } from './ballast-handle.ts';
import { type ControlPlane, PAGE_LIMIT } from './control-plane.ts';

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
  const restore = (name: string) => plane.ask('POST /snapshots/{name}/restore', { params: { name } });
  return {
    createPortfolio,
    portfolioId(alias) {
      const id = aliases[alias];
      if (id !== undefined) return id;
      const known = Object.keys(aliases).join(', ') || 'none';
      throw new BallastError(`The world's contents name no portfolio ${alias}; names there are: ${known}.`);
    },
    cashFlow: (id, body) => plane.ask('POST /portfolios/{id}/cash-flows', { params: { id }, body }),
    async cashFlows(id) {
      const query = { limit: PAGE_LIMIT };
      return (await plane.ask('GET /portfolios/{id}/cash-flows', { params: { id }, query })).cash_flows;
    },
    async settlements(id, { status } = {}) {
      const query = { limit: PAGE_LIMIT, status };
      return (await plane.ask('GET /portfolios/{id}/settlements', { params: { id }, query })).settlements;
    },
    endCashFlow: ({ portfolio_id: id, cash_flow_id: flow }) =>
      plane.ask('DELETE /portfolios/{id}/cash-flows/{cash_flow_id}', { params: { id, cash_flow_id: flow } }),
    ...constraintCalls(plane),
    ...policyCalls(plane),
    actOnOrder: (id, body) => plane.ask('POST /orders/{id}/actions', { params: { id }, body }),
    async dividends(id) {
      const query = { limit: PAGE_LIMIT };
      return (await plane.ask('GET /portfolios/{id}/dividends', { params: { id }, query })).dividends;
    },
    fingerprint: () => plane.ask('GET /fingerprint'),
    async snapshot(name) {
      saved += name === undefined ? 1 : 0;
      const body = { name: name ?? `test-${saved}`, replace: true };
      const snapshot = await plane.ask('POST /snapshots', { body });
      return { ...snapshot, restore: () => restore(snapshot.name) };
    },
    restore,
    async reset() {
      named = 0;
      return plane.ask('POST /reset');
    },
  };
}

function constraintCalls(plane: ControlPlane): Pick<WorldClient, 'setConstraints' | 'constraints'> {
  return {
    async setConstraints(id, body) {
      return (await plane.ask('PUT /portfolios/{id}/constraints', { params: { id }, body })).constraints;
    },
    async constraints(id) {
      return (await plane.ask('GET /portfolios/{id}/constraints', { params: { id } })).constraints;
    },
  };
}

function policyCalls(plane: ControlPlane): Pick<WorldClient, 'setPolicy' | 'policy' | 'removePolicy'> {
  return {
    setPolicy: (id, body) => plane.ask('PUT /portfolios/{id}/policy', { params: { id }, body }),
    policy: (id) => plane.ask('GET /portfolios/{id}/policy', { params: { id } }),
    async removePolicy(id) {
      await plane.ask('DELETE /portfolios/{id}/policy', { params: { id } });
    },
  };
}

function createB(plane: ControlPlane, base: string, { form: _, ...fields }: NewPortfolioB, nextName: () => string) {
  const usual = {
    currency: 'EUR',
    tax_wrapper: 'Depot',
    cash: defaultCash(fields),
    targets: defaultTargets(fields),
  } as const;
  const body = { ...usual, ...fields, external_id: fields.external_id ?? nextName() };
  return plane.askService<PortfolioB>('POST', `${base}/portfolios`, body);
}

type PortfolioFieldsB = Omit<NewPortfolioB, 'form'>;

/** A portfolio without holdings and cash starts with the cash of Form A (decision F3). */
function defaultCash({ holdings }: PortfolioFieldsB): number {
  return holdings === undefined ? 100_000 : 0;
}

/** The holdings in equal parts; without holdings SAP alone. */
function defaultTargets({ holdings = [] }: PortfolioFieldsB): { isin: string; weight: number }[] {
  const isins = [...new Set(holdings.map(({ isin }) => isin))];
  if (isins.length === 0) return [{ isin: 'DE0007164600', weight: 1 }];
  return isins.map((isin) => ({ isin, weight: 1 / isins.length }));
}

async function createA(plane: ControlPlane, base: string, portfolio: NewPortfolioA, nextName: () => string) {
  const { form: _, positions, cash, ...fields } = portfolio;
  const body = { currency: 'EUR', tax_jurisdiction: 'DE', ...fields, name: fields.name ?? nextName() };
  const made = await plane.askService<PortfolioA>('POST', `${base}/portfolios`, body);
  const params = { id: made.portfolio_id };
  if (positions !== undefined) await plane.ask('POST /portfolios/{id}/positions', { params, body: { positions } });
  if (cash !== undefined) await plane.ask('POST /portfolios/{id}/cash', { params, body: { amount: cash } });
  return made;
}
