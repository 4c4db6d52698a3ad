/** The tiles of the treemap: area is weight, colour says which way a weight lies from its target and how far. Pure. */
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { halfWidth } from '../../../components/charts/drift-band.ts';

export interface AllocationTile {
  readonly key: string;
  readonly label: string;
  readonly name: string;
  /** Shares of 1. */
  readonly weight: number;
  readonly target: number;
  readonly drift: number;
  /** How far into its band the weight lies: 1 is the edge, negative is under the target; null where nothing is targeted. */
  readonly reach: number | null;
}

/** Largest first, cash where its size puts it. What is wanted and not held has no area, and is among them all the same. */
export function allocationTiles(portfolio: PortfolioView): AllocationTile[] {
  const { cash_row: cash, band, has_targets: hasTargets } = portfolio;
  const positions = portfolio.allocation.map((row) => ({
    key: row.isin,
    label: row.symbol,
    name: row.name,
    weight: row.current_weight,
    target: row.target_weight,
    drift: row.drift,
    reach: hasTargets ? row.drift / halfWidth(row.target_weight, band) : null,
  }));
  // Cash has no band of its own (decision H): it is drawn without a colour.
  const cashTile = {
    key: 'cash',
    label: 'Cash',
    name: 'Cash',
    weight: cash.weight,
    target: cash.target_weight,
    drift: cash.drift,
    reach: null,
  };
  return [...positions, cashTile].sort((left, right) => right.weight - left.weight);
}
