/** The trades from which lots follow, in SQLite. */
import type { Trade } from '../../domain/lots/trade.ts';
import type { LotTradeStore } from '../../engine/lots/lot-ledger.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { lotTrades } from '../database/schema.ts';
import { tableStatements } from '../database/table-statements.ts';

export function createSqliteLotTradeStore(database: Pick<WorldDatabase, 'sqlite'>): LotTradeStore {
  const rows = tableStatements(database, lotTrades);
  const list = rows.prepareSelect('where portfolio_id = ? and isin = ? order by seq');
  const isins = database.sqlite
    .prepare<[string], string>('select distinct isin from lot_trades where portfolio_id = ? order by isin')
    .pluck();
  const rename = database.sqlite.prepare('update lot_trades set isin = ? where isin = ?');
  return {
    rename: (isin, newIsin) => void rename.run(newIsin, isin),
    insert: (portfolioId, isin, trade) => void rows.insert({ portfolioId, isin, ...toRow(trade) }),
    list: (portfolioId, isin) => list(portfolioId, isin).map(toTrade),
    isins: (portfolioId) => isins.all(portfolioId),
  };
}

type Row = typeof lotTrades.$inferSelect;

function toRow(trade: Trade): Omit<Row, 'seq' | 'portfolioId' | 'isin'> {
  const { side, tradeId, atMs, quantityMicro } = trade;
  const core = { tradeId, atMs, quantityMicro, chargesMinor: 0 };
  if (side === 'split' || side === 'set') return { ...core, side, amountMinor: 0, method: null };
  return side === 'buy'
    ? { ...core, side, amountMinor: trade.costMinor, method: null }
    : { ...core, side, amountMinor: trade.proceedsMinor, chargesMinor: trade.chargesMinor ?? 0, method: trade.method };
}

/** A purchase has no method, and a sale always one. */
function toTrade({ side, tradeId, atMs, quantityMicro, amountMinor, chargesMinor, method }: Row): Trade {
  if (side === 'split') return { side, tradeId, atMs, quantityMicro };
  if (side === 'set') return { side, tradeId, atMs, quantityMicro: 0 };
  return side === 'buy' || method === null
    ? { side: 'buy', tradeId, atMs, quantityMicro, costMinor: amountMinor }
    : { side: 'sell', tradeId, atMs, quantityMicro, proceedsMinor: amountMinor, chargesMinor, method };
}
