/** The least drift over whole lots, by trying every number of them; written for the tests alone. */
import { estimateOrderCosts } from '../../../src-server/domain/costs/estimate-order-costs.ts';
import type { InstrumentView, ListingView, MarketView } from '../../../src-server/domain/market-view.ts';
import type { PlanInput } from '../../../src-server/domain/plan/plan.ts';

const LOT_MICRO = 1_000_000;

export interface BruteTerms {
  readonly budgetBps: number | null;
  readonly doNotSell: readonly string[];
  /** Of the value at mid of each side. */
  readonly maxTurnover: number | null;
  /** `null`: no limit. */
  readonly gainsTaxBudgetMinor: number | null;
  readonly gainMinorOf: (isin: string, proceedsMinor: number) => number;
  readonly taxRate: number;
}

/** Every instrument has one listing. Sells and buys in one foreign currency net: only the difference is converted. */
export function minDriftInLots(input: PlanInput, terms: BruteTerms): number {
  const { cashMinor, positions, targets, view } = input;
  const rows = targets.map(({ isin, weight }) => {
    const instrument = view.instruments.get(isin);
    const listing = instrument?.listings[0];
    if (!instrument || !listing) throw new Error(`no listing of ${isin}`);
    const held = positions.find((each) => each.isin === isin)?.quantityMicro ?? 0;
    const lotMinor = (listing.midMicro / 1e4 / (view.perEurMicro[listing.currency] ?? Number.NaN)) * 1e6;
    return {
      isin,
      weight,
      instrument,
      listing,
      lotMinor,
      heldLots: Math.floor(held / LOT_MICRO),
      heldMinor: (held / LOT_MICRO) * lotMinor,
    };
  });
  const navMinor = rows.reduce((sum, { heldMinor }) => sum + heldMinor, cashMinor);
  const cashWeight = Math.max(0, 1 - targets.reduce((sum, { weight }) => sum + weight, 0));
  const trades = rows.map((row) => optionsOf(row, row.weight * navMinor - row.heldMinor, input, terms));
  let least = Number.POSITIVE_INFINITY;
  const picked: Option[] = [];
  const visit = (depth: number): void => {
    if (depth < rows.length) {
      for (const option of trades[depth] ?? []) {
        picked[depth] = option;
        visit(depth + 1);
      }
      return;
    }
    const costMinor = picked.reduce((sum, each) => sum + each.costMinor, 0) + conversionMinor(picked, view);
    const bought = picked.reduce((sum, { valueMinor }) => sum + Math.max(0, valueMinor), 0);
    const sold = picked.reduce((sum, { valueMinor }) => sum + Math.max(0, -valueMinor), 0);
    const cash = cashMinor + sold - bought - costMinor;
    const gainMinor = picked.reduce((sum, each) => sum + each.gainMinor, 0);
    const taxMinor = Math.round(Math.max(0, gainMinor) * terms.taxRate);
    if (taxMinor > (terms.gainsTaxBudgetMinor ?? Number.POSITIVE_INFINITY)) return;
    // Conversion may differ by the rounding of each order, which must not decide whether a plan is possible.
    const doubtMinor = picked.filter(({ isForeign }) => isForeign).length;
    if (cash < doubtMinor) return;
    if (terms.budgetBps !== null && (costMinor + doubtMinor) * 10_000 > terms.budgetBps * navMinor) return;
    if (terms.maxTurnover !== null && Math.max(bought, sold) > Math.floor(terms.maxTurnover * navMinor)) return;
    const netMinor = navMinor - costMinor;
    let sum = Math.abs(cash - cashWeight * netMinor);
    rows.forEach(({ heldMinor, weight }, at) => {
      sum += Math.abs(heldMinor + (picked[at]?.valueMinor ?? 0) - weight * netMinor);
    });
    least = Math.min(least, sum / 2 / netMinor);
  };
  visit(0);
  return least;
}

function conversionMinor(picked: readonly Option[], { fxConversionBps }: MarketView): number {
  const foreign = picked.filter(({ isForeign, valueMinor }) => isForeign && valueMinor !== 0);
  const netted = [...Map.groupBy(foreign, ({ currency }) => currency).values()].map((options) =>
    Math.abs(options.reduce((sum, { valueMinor }) => sum + valueMinor, 0)),
  );
  return Math.round((netted.reduce((sum, value) => sum + value, 0) * fxConversionBps) / 1e4);
}

interface Row {
  readonly isin: string;
  readonly instrument: InstrumentView;
  readonly listing: ListingView;
  readonly lotMinor: number;
  readonly heldLots: number;
}

interface Option {
  readonly valueMinor: number;
  /** Without conversion. */
  readonly costMinor: number;
  readonly gainMinor: number;
  readonly currency: string;
  readonly isForeign: boolean;
}

function optionsOf(row: Row, gapMinor: number, { view, currency }: PlanInput, terms: BruteTerms): Option[] {
  const maxBought = gapMinor > 0 ? Math.ceil(gapMinor / row.lotMinor) : 0;
  const maxSold = terms.doNotSell.includes(row.isin) ? 0 : row.heldLots;
  const listed = { currency: row.listing.currency, isForeign: row.listing.currency !== currency };
  const options: Option[] = [{ valueMinor: 0, costMinor: 0, gainMinor: 0, ...listed }];
  for (let lots = -maxSold; lots <= maxBought; lots += 1) {
    if (lots === 0) continue;
    const order = { side: lots > 0 ? 'buy' : 'sell', quantityMicro: Math.abs(lots) * LOT_MICRO } as const;
    const { listing, instrument } = row;
    const { valueMinor, costs } = estimateOrderCosts({ ...order, listing, instrument, currency }, view);
    if (valueMinor < 100 || costs.totalMinor * 10 > valueMinor) continue;
    const gainMinor = lots < 0 ? terms.gainMinorOf(row.isin, valueMinor - costs.totalMinor) : 0;
    const costMinor = costs.totalMinor - costs.fxMinor;
    options.push({ valueMinor: Math.sign(lots) * valueMinor, costMinor, gainMinor, ...listed });
  }
  return options;
}
