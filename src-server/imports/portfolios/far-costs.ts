/** Notes costs of positions that are far from the prices of the market, which show that a column may be misread. */
import type { ImportedFile } from '../../contract/control/imports/import-report.ts';
import { isFarFromPrice } from '../../contract/control/imports/portfolio-headers.ts';
import { countOf } from '../../domain/numbers/count-of.ts';
import type { KnownMarket } from '../names/known-market.ts';
import type { ImportIssues } from '../source-file.ts';
import type { PortfolioEntry } from './portfolio-entries.ts';

const MEANINGS = ['unit_cost', 'total_cost'] as const;
const READ_AS = { unit_cost: 'the cost of one share', total_cost: 'the cost of all shares' };

/** `entries`: those of the file. With both columns, a cost is checked against the product of the other numbers. */
export function noteFarCosts(
  { name, layout, columns }: ImportedFile,
  entries: readonly PortfolioEntry[],
  market: KnownMarket,
  findings: ImportIssues,
): void {
  const costs = MEANINGS.flatMap((meaning) => columns.find((column) => column.meaning === meaning) ?? []);
  const [cost] = costs;
  const read = MEANINGS.find((meaning) => meaning === cost?.meaning);
  if (layout !== 'positions' || cost === undefined || read === undefined || costs.length > 1) return;
  const far = entries.flatMap((entry) => farCostsOf(entry, market));
  const [first] = far;
  if (first === undefined) return;
  const other = read === 'unit_cost' ? 'total_cost' : 'unit_cost';
  findings.notes.add(
    `${name}: ${countOf(far.length, 'cost')} far from the price, such as ${first}. “${cost.name}” is read as ${READ_AS[read]}; ` +
      `if it is ${READ_AS[other]}, choose that meaning for it (--column HEADER=${other}).`,
  );
}

function farCostsOf({ positions = [], request: { currency } }: PortfolioEntry, market: KnownMarket): string[] {
  return positions.flatMap(({ isin, quantity, lots = [] }) => {
    const instrument = market.instruments.get(isin);
    const price = instrument === undefined ? null : priceIn(currency, instrument, market);
    if (instrument === undefined || price === null || lots.length === 0) return [];
    const unitCost = lots.reduce((sum, lot) => sum + lot.quantity * lot.unit_cost, 0) / quantity;
    return isFarFromPrice(unitCost, price)
      ? [`${unitCost.toFixed(2)} ${currency} for ${instrument.name}, whose price was ${price.toFixed(2)}`]
      : [];
  });
}

function priceIn(
  currency: string,
  instrument: { readonly currency: string; readonly referencePriceMicro: number },
  { perEurMicro }: KnownMarket,
): number | null {
  const [from, to] = [instrument.currency, currency].map((each) => (each === 'EUR' ? 1_000_000 : perEurMicro[each]));
  return from === undefined || to === undefined ? null : (instrument.referencePriceMicro / 1_000_000 / from) * to;
}
