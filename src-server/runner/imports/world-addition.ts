/** What an import adds to a world file, in the form that world files have. */
import type { NewInstrument } from '../../contract/control/imports/import-report.ts';
import type { PortfolioEntry } from '../../imports/portfolios/portfolio-entries.ts';
import { ASSUMED } from '../../imports/prices/estimate-instrument.ts';

export interface WorldAddition {
  readonly instruments: readonly object[];
  readonly portfolios: readonly PortfolioEntry[];
}

export function additionOf(instruments: readonly NewInstrument[]): WorldAddition {
  const entries = instruments.map(({ exchange, isin, name, ...rest }) => ({
    isin,
    ...(name === isin ? {} : { name: name.slice(0, 200) }),
    type: ASSUMED.type,
    sector: ASSUMED.sector,
    ...rest,
    listings: [exchange],
  }));
  return { instruments: entries, portfolios: [] };
}
