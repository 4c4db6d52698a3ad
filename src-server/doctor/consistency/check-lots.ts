/** The lots of a portfolio sum to its positions: purchases less sales, and what a split or a setting made of them. */
import type { Findings } from '../finding.ts';
import type { WorldTables } from '../world-tables.ts';

const HELD = `select portfolio_id, isin, sum(quantity_micro) as micro from positions
  join portfolios using (portfolio_id) where deleted_ms is null group by portfolio_id, isin`;
const TRADED = `select portfolio_id, isin, side, quantity_micro from lot_trades
  join portfolios using (portfolio_id) where deleted_ms is null order by lot_trades.seq`;

export function checkLots(tables: WorldTables, findings: Findings): void {
  const lots = new Map<string, number>();
  for (const { portfolio_id, isin, side, quantity_micro } of tables.rows(TRADED)) {
    const key = `portfolio_id=${portfolio_id}, isin=${isin}`;
    const [before, micro] = [lots.get(key) ?? 0, Number(quantity_micro)];
    const isChange = side === 'split' || side === 'set';
    lots.set(key, isChange ? micro : before + (side === 'buy' ? micro : -micro));
  }
  const held = new Map<string, number>();
  for (const { portfolio_id, isin, micro } of tables.rows(HELD))
    held.set(`portfolio_id=${portfolio_id}, isin=${isin}`, Number(micro));
  for (const entry of new Set([...lots.keys(), ...held.keys()])) {
    const [inLots, inPositions] = [lots.get(entry) ?? 0, held.get(entry) ?? 0];
    if (inLots === inPositions) continue;
    const place = { table: 'lot_trades', entry, column: 'quantity_micro' };
    findings.differ('consistency', place, `${inPositions} in all, as the positions have it`, String(inLots));
  }
}
