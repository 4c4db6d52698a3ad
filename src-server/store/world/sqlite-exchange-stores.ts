/** The simulated exchanges and the gateway to them in SQLite: orders on either side, and outages between them. */
import type {
  ExchangeOrder,
  ExchangeOrderStore,
  GatewayOrder,
  GatewayOrderStore,
  OutageStore,
} from '../../market/exchange/exchange-order-store.ts';
import type { TradedFlow } from '../../market/exchange/price-impact.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { type RollbackSource, rowCache } from '../database/row-cache.ts';
import { exchangeExecutions, exchangeOrders, gatewayOrders, outages, ownFlows } from '../database/schema.ts';
import { tableStatements } from '../database/table-statements.ts';

/**
 * The orders of the simulated exchanges, executions of orders that the gateway has not closed, and our trading's
 * weight.
 */
export function createSqliteExchangeOrderStore(
  kernel: RollbackSource,
  database: Pick<WorldDatabase, 'sqlite'>,
): ExchangeOrderStore {
  const orders = tableStatements(database, exchangeOrders);
  const executions = tableStatements(database, exchangeExecutions);
  const flows = tableStatements(database, ownFlows);
  const findOrder = orders.prepareSelect('where client_order_id = ?');
  const working = orders.prepareSelect(
    'where mic = ? and ending is null and filled_micro < quantity_micro order by rowid',
  );
  const listExecutions = executions.prepareSelect('where client_order_id = ? order by execution_no');
  const findFlow = flows.prepareSelect('where isin = ? and mic = ?');
  const removeOrder = database.sqlite.prepare('delete from exchange_orders where client_order_id = ?');
  const removeExecutions = database.sqlite.prepare('delete from exchange_executions where client_order_id = ?');
  const setFlow = database.sqlite.prepare(
    'insert into own_flows (isin, mic, net_micro, as_of_ms) values (?, ?, ?, ?) ' +
      'on conflict (isin, mic) do update set net_micro = excluded.net_micro, as_of_ms = excluded.as_of_ms',
  );
  const change = orders.prepareChange('clientOrderId');
  const cache = rowCache<ExchangeOrder>(kernel, (clientOrderId) => findOrder(clientOrderId)[0] ?? null);
  const flowCache = rowCache<TradedFlow>(kernel, (listing) => {
    const [isin = '', mic = ''] = listing.split(' ');
    return findFlow(isin, mic)[0] ?? null;
  });
  return {
    add(order) {
      orders.insert(order);
      cache.put(order.clientOrderId, order);
    },
    find: cache.find,
    update(order) {
      const before = cache.find(order.clientOrderId);
      if (before === null) return;
      change(order, before);
      cache.put(order.clientOrderId, order);
    },
    remove(clientOrderId) {
      removeOrder.run(clientOrderId);
      removeExecutions.run(clientOrderId);
      cache.drop(clientOrderId);
    },
    working: (mic) => working(mic),
    addExecution: (clientOrderId, report) => void executions.insert({ clientOrderId, ...report }),
    executions: (clientOrderId) => listExecutions(clientOrderId).map(({ clientOrderId: _id, ...report }) => report),
    flow: (isin, mic) => flowCache.find(`${isin} ${mic}`),
    setFlow(isin, mic, flow) {
      setFlow.run(isin, mic, flow.netMicro, flow.asOfMs);
      flowCache.put(`${isin} ${mic}`, flow);
    },
  };
}

/** Orders that are out at exchanges, as the gateway knows them. */
export function createSqliteGatewayOrderStore(
  kernel: RollbackSource,
  database: Pick<WorldDatabase, 'sqlite'>,
): GatewayOrderStore {
  const rows = tableStatements(database, gatewayOrders);
  const find = rows.prepareSelect('where client_order_id = ?');
  const findByOrder = rows.prepareSelect('where order_id = ?');
  const cache = rowCache<GatewayOrder>(kernel, (clientOrderId) => find(clientOrderId)[0] ?? null);
  const change = rows.prepareChange('clientOrderId');
  const remove = database.sqlite.prepare('delete from desk_orders where client_order_id = ?');
  return {
    add(order) {
      rows.insert(order);
      cache.put(order.clientOrderId, order);
    },
    find: cache.find,
    findByOrder: (orderId) => findByOrder(orderId)[0] ?? null,
    update(order) {
      const before = cache.find(order.clientOrderId);
      if (before === null) return;
      change(order, before);
      cache.put(order.clientOrderId, order);
    },
    remove(clientOrderId) {
      remove.run(clientOrderId);
      cache.drop(clientOrderId);
    },
    ofExchange: rows.prepareSelect('where mic = ? order by rowid'),
  };
}

/** Outages of the connections to exchanges. */
export function createSqliteOutageStore(database: Pick<WorldDatabase, 'sqlite'>): OutageStore {
  const rows = tableStatements(database, outages);
  return {
    insert: (outage) => void rows.insert(outage),
    update: rows.prepareUpdate('outageId'),
    all: rows.prepareSelect('order by outage_id'),
  };
}
