/** The tax caused by a plan's sells, in words and by order or instrument (decision L135). Pure. */
import type { SaleTaxesWire } from '../../../src-server/contract/control/portfolios/sale-taxes.ts';
import { formatMoney, formatTaxRate, quantityFormatter } from '../format/format-number.ts';
import { formatDay } from '../format/format-time.ts';

export type SaleTaxes = SaleTaxesWire;
type SaleTax = SaleTaxes['sells'][number];

/** The tax caused by one sell; undefined for a buy, and if the plan's gains are unknown. */
export function saleTaxOf(taxes: SaleTaxes | null, order: { readonly sequence: number }): SaleTax | undefined {
  return taxes?.sells.find(({ sequence }) => sequence === order.sequence);
}

/** `It realises a gain of 412.00 EUR after estimated costs; the tax on it is estimated at 108.67 EUR (26.375 %).` */
export function saleTaxSentence({ gain, tax }: SaleTax, rate: number, currency: string): string {
  if (gain === null || tax === null) return 'Its tax lots are not known, so the gain cannot be estimated.';
  const what = `It realises a ${gain < 0 ? 'loss' : 'gain'} of ${formatMoney(Math.abs(gain))} ${currency} after estimated costs`;
  if (rate === 0) return `${what}. Gains in this portfolio are not taxed.`;
  if (gain < 0) return `${what}, which saves ${formatMoney(-tax)} ${currency} of the tax on other gains of the plan.`;
  return `${what}; the tax on it is estimated at ${formatMoney(tax)} ${currency} (${formatTaxRate(rate)}).`;
}

/** `10 shares of 2021-03-04: +120.00; …`, one part for each lot. */
export function lotsSentence(sells: readonly SaleTax[]): string {
  const lots = sells.flatMap((sell) => sell.lots);
  const quantity = quantityFormatter(lots.map((lot) => lot.quantity));
  const parts = lots.map(({ quantity: shares, acquired_at: at, gain }) => {
    const from = at === null ? 'at average cost' : `bought on ${formatDay(at)}`;
    return `${quantity(shares)} ${from} (${gain < 0 ? 'loss' : 'gain'} ${formatMoney(Math.abs(gain))})`;
  });
  return parts.length === 0 ? 'Nothing is sold, or the tax lots are not known.' : `Sells ${parts.join(', ')}.`;
}

/** The sells of one instrument together; zero where it is not sold. */
export function taxOfInstrument(taxes: SaleTaxes, isin: string): number {
  return taxes.sells.reduce((sum, sell) => (sell.isin === isin ? sum + (sell.tax ?? 0) : sum), 0);
}
