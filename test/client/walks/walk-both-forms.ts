/**
 * The walk of every generated client through both forms. It prints its observations as one line of JSON, so that the
 * clients of all generators and languages are compared with the same line.
 */

/** Portfolios of Form A, as a client has them; fields with a default are left out on purpose. */
export interface FormAClient {
  createPortfolio(body: { name: string; currency: 'SEK'; tax_jurisdiction: string }): Promise<{
    portfolio_id: string;
    default_tax_method: string;
  }>;
  startRebalance(
    portfolioId: string,
    body: { target_weights: Record<string, number>; idempotency_key: string },
  ): Promise<{ rebalance_id: string }>;
  getRebalance(id: string): Promise<{
    status: string;
    failure: unknown;
    orders: readonly { fills: readonly { fill_id: string; mifid_record_id: string | null }[] }[];
  }>;
  getRecord(id: string): Promise<{ execution: { fill_id: string } }>;
}

/** Plans of Form B; `confirm` and the sides are enumerations of the document. */
export interface FormBClient {
  getPrices(isin: string): Promise<{ prices: readonly { exchange: string }[] }>;
  createPortfolio(body: {
    external_id: string;
    currency: 'EUR';
    tax_wrapper: 'Depot';
    holdings: { isin: string; exchange: string; quantity: number }[];
    targets: { isin: string; weight: number }[];
  }): Promise<{ portfolio_id: string; drift: { max_drift: number } }>;
  createPlan(body: { portfolio_id: string }): Promise<{
    rebalance_id: string;
    orders: readonly { side: 'buy' | 'sell' }[];
  }>;
  executePlan(id: string, body: { confirm: true }): Promise<{ status: string }>;
  /** The code of the refusal, or that there was none. */
  cancelPlan(id: string): Promise<string>;
  getRebalance(id: string): Promise<{ status: string }>;
  deletePortfolio(id: string): Promise<{ deleted: boolean }>;
}

const SAP = 'DE0007164600';
const WORLD_ETF = 'IE00B4L5Y983';

export async function walkBothForms(a: FormAClient, b: FormBClient): Promise<void> {
  const seen = { form_a: await walkFormA(a), form_b: await walkFormB(b) };
  process.stdout.write(`${JSON.stringify(seen)}\n`);
}

async function walkFormA(a: FormAClient) {
  const portfolio = await a.createPortfolio({ name: 'Muster', currency: 'SEK', tax_jurisdiction: 'SE' });
  const { rebalance_id } = await a.startRebalance(portfolio.portfolio_id, {
    target_weights: { [SAP]: 0.4, [WORLD_ETF]: 0.6 },
    idempotency_key: 'monday',
  });
  const { status, failure, orders } = await a.getRebalance(rebalance_id);
  const [fill] = orders.flatMap((order) => order.fills);
  const record = await a.getRecord(fill?.mifid_record_id ?? '');
  const hasRecord = record.execution.fill_id === fill?.fill_id;
  return { tax_method: portfolio.default_tax_method, status, failure, has_record: hasRecord };
}

async function walkFormB(b: FormBClient) {
  const { prices } = await b.getPrices(SAP);
  const { portfolio_id } = await b.createPortfolio({
    external_id: 'client-4711',
    currency: 'EUR',
    tax_wrapper: 'Depot',
    holdings: [{ isin: SAP, exchange: 'XETR', quantity: 100 }],
    targets: [
      { isin: SAP, weight: 0.4 },
      { isin: WORLD_ETF, weight: 0.6 },
    ],
  });
  const { rebalance_id, orders } = await b.createPlan({ portfolio_id });
  const executed = await b.executePlan(rebalance_id, { confirm: true });
  const refusal = await b.cancelPlan(rebalance_id);
  const { status } = await b.getRebalance(rebalance_id);
  const { deleted } = await b.deletePortfolio(portfolio_id);
  const hasXetra = prices.some(({ exchange }) => exchange === 'XETR');
  return { has_xetra: hasXetra, first_side: orders[0]?.side, executed: executed.status, refusal, status, deleted };
}
