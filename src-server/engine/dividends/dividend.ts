/** A dividend of one portfolio: a claim from its ex-date on, cash from its pay date on (decision O2). */
import type { DIVIDEND_STATUSES } from '../../domain/market-choices.ts';
import { convertMinor } from '../../domain/numbers/exact.ts';
import { roundedProduct } from '../../domain/numbers/rounded-product.ts';
import type { PaidDistribution } from '../../market/dividends/distribution.ts';

export type DividendStatus = (typeof DIVIDEND_STATUSES)[number];

export interface DividendRecord extends PaidDistribution {
  readonly dividendId: string;
  readonly portfolioId: string;
  /** Quantity held at the ex-date's opening, on all exchanges together. */
  readonly quantityMicro: number;
  /** In the currency of the distribution. */
  readonly grossMinor: number;
  /** Country of the source; `null`: not known, and nothing is withheld. */
  readonly sourceCountry: string | null;
  /** Parts per million of the gross dividend. */
  readonly withholdingPpm: number;
  /** The statute or treaty of that rate. */
  readonly law: string | null;
  readonly status: DividendStatus;
  /** In base currency; `null` until it is paid. */
  readonly paidGrossMinor: number | null;
  /** Amount withheld from that. */
  readonly taxMinor: number | null;
  /** When it was paid or ended. */
  readonly endedMs: number | null;
}

/**
 * Returns the gross dividend in base currency at mid rates (millionths per EUR), half up, and the amount withheld from
 * it.
 */
export function payoutOf(
  { grossMinor, withholdingPpm }: Pick<DividendRecord, 'grossMinor' | 'withholdingPpm'>,
  perEurFromMicro: number,
  perEurToMicro: number,
): { readonly paidGrossMinor: number; readonly taxMinor: number } {
  const paidGrossMinor = convertMinor(grossMinor, perEurFromMicro, perEurToMicro);
  return { paidGrossMinor, taxMinor: roundedProduct(paidGrossMinor, withholdingPpm, 1_000_000) };
}

/** Returns the net payment, base currency; `null` until it is paid. */
export function netMinor({ paidGrossMinor, taxMinor }: Pick<DividendRecord, 'paidGrossMinor' | 'taxMinor'>) {
  return paidGrossMinor === null || taxMinor === null ? null : paidGrossMinor - taxMinor;
}
