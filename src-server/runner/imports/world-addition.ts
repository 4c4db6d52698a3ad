/** What an import adds to a world file, in the form that world files have. */
import type { PortfolioEntry } from '../../imports/portfolios/portfolio-entries.ts';

export interface WorldAddition {
  readonly instruments: readonly object[];
  readonly portfolios: readonly PortfolioEntry[];
}
