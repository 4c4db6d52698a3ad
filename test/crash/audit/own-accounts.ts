/** Computes the cash and the positions of portfolios from the entries of their log. Shares no code with the server. */
import type { Body } from '../crashing-server.ts';
import type { ReadEvent } from './own-chain.ts';

export interface Account {
  readonly name: string;
  readonly form: string;
  readonly cashMinor: bigint;
  /** Millionths by ISIN and exchange. */
  readonly positions: ReadonlyMap<string, bigint>;
}

/** The cash of a new portfolio of Form A. */
const BEGINNING_MINOR = 10_000_000n;

/** Updates the accounts, by portfolio id, for one more entry. */
export function applyEvent(accounts: Map<string, Account>, { type, data }: ReadEvent): void {
  const id = String(data.portfolio_id);
  if (type === 'portfolio.created') accounts.set(id, opened(data));
  if (type === 'portfolio.deleted') accounts.delete(id);
  const account = accounts.get(id);
  if (account === undefined) return;
  const changed = changes[type]?.(account, data);
  if (changed !== undefined) accounts.set(id, { ...account, ...changed });
}

const changes: Readonly<Record<string, (account: Account, data: Body) => Partial<Account>>> = {
  'portfolio.cash_set': (_account, { amount }) => ({ cashMinor: minor(amount) }),
  'portfolio.renamed': (_account, { label, name }) => ({ name: String(label ?? name) }),
  'portfolio.positions_set': (_account, { positions }) => ({ positions: positionsOf(positions) }),
  'cash_flow.booked': ({ cashMinor }, { kind, amount }) => {
    const isIn = kind === 'deposit' || kind === 'interest';
    return { cashMinor: cashMinor + (isIn ? minor(amount) : -minor(amount)) };
  },
  'order.filled': fill,
};

function opened(data: Body): Account {
  const isFormA = data.form === 'A';
  return {
    name: String(isFormA ? data.name : data.external_id),
    form: String(data.form),
    cashMinor: isFormA ? BEGINNING_MINOR : minor(data.cash),
    positions: isFormA ? new Map() : positionsOf(data.holdings),
  };
}

/** The price already includes spread and impact. */
function fill({ cashMinor, positions }: Account, data: Body): Partial<Account> {
  const [order, filled] = [data.order as Body, data.fill as Body];
  const costs = filled.costs as Body;
  const charges = minor(costs.commission) + minor(costs.fx) + minor(costs.transaction_tax);
  const sign = order.side === 'buy' ? 1n : -1n;
  const place = `${order.isin} ${filled.exchange}`;
  const after = new Map(positions);
  const micro = (after.get(place) ?? 0n) + sign * millionths(filled.quantity);
  if (micro === 0n) after.delete(place);
  else after.set(place, micro);
  return { cashMinor: cashMinor - sign * minor(filled.value) - charges, positions: after };
}

export function positionsOf(rows: unknown): Map<string, bigint> {
  const listed = (rows as readonly Body[]).map(
    ({ isin, exchange, quantity }) => [`${isin} ${exchange}`, millionths(quantity)] as const,
  );
  return new Map(listed.filter(([, micro]) => micro !== 0n));
}

export function minor(amount: unknown): bigint {
  return BigInt(Math.round(Number(amount) * 100));
}

function millionths(quantity: unknown): bigint {
  return BigInt(Math.round(Number(quantity) * 1e6));
}
