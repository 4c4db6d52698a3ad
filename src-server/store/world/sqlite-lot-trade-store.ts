/** The trades from which lots follow, in SQLite. */
import type { LotMovement, Split } from '../../domain/lots/trade.ts';
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

function toRow(trade: LotMovement): Omit<Row, 'seq' | 'portfolioId' | 'isin'> {
  const { side, tradeId, atMs, quantityMicro } = trade;
  const none = {
    amountMinor: 0,
    unitMicro: null,
    chargesMinor: 0,
    method: null,
    rest: null,
    ratioNew: null,
    ratioOld: null,
  };
  const core = { ...none, tradeId, atMs, quantityMicro };
  switch (trade.side) {
    case 'set':
      return { ...core, side };
    case 'split':
      return { ...core, side, ratioNew: trade.ratio?.newShares ?? null, ratioOld: trade.ratio?.oldShares ?? null };
    case 'buy':
      return { ...core, side, amountMinor: trade.costMinor, unitMicro: trade.unitMicro ?? null };
    case 'sell': {
      const { proceedsMinor: amountMinor, chargesMinor = 0, method, rest = null } = trade;
      return { ...core, side, amountMinor, chargesMinor, method, rest };
    }
  }
}

/** A purchase has no method, and a sale always one. */
function toTrade(row: Row): LotMovement {
  const { side, tradeId, atMs, quantityMicro, amountMinor, unitMicro, method } = row;
  const core = { tradeId, atMs, quantityMicro };
  if (side === 'split') return { side, ...core, ...ratioOf(row) };
  if (side === 'set') return { side, ...core, quantityMicro: 0 };
  if (side === 'buy' || method === null)
    return { side: 'buy', ...core, costMinor: amountMinor, ...(unitMicro === null ? {} : { unitMicro }) };
  const { chargesMinor, rest } = row;
  return { side, ...core, ...(rest === null ? {} : { rest }), proceedsMinor: amountMinor, chargesMinor, method };
}

function ratioOf({ ratioNew, ratioOld }: Row): Pick<Split, 'ratio'> {
  return ratioNew === null || ratioOld === null ? {} : { ratio: { newShares: ratioNew, oldShares: ratioOld } };
}
