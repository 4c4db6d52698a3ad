/** One payment of an instrument to the holders at its ex-date, and the tax withheld from it (decision O2). */
import type { Currency, WithholdingRow } from '../data/market-data.ts';
import { rateOn } from '../rates/dated-rate.ts';

export interface PaidDistribution {
  /** The same in every run: ISIN and ex-date, or the id of the corporate action. */
  readonly distributionId: string;
  readonly isin: string;
  /**
   * Opening of the primary exchange: from then on the price excludes the payment, and the holders at that instant are
   * paid.
   */
  readonly exMs: number;
  readonly payMs: number;
  /** Millionths of `currency` per share, above 0. */
  readonly amountMicro: number;
  readonly currency: Currency;
  /** The corporate action that caused the payment; `null`: it follows from the seed. */
  readonly corporateActionId: string | null;
}

interface WithholdingTerms {
  /** Country of the source. */
  readonly source: string;
  /** Residence of the holder; `null`: not known. */
  readonly residence: string | null;
  readonly wrapper: string;
  /** The day of payment, `YYYY-MM-DD`. */
  readonly date: string;
}

interface Withholding {
  readonly ratePpm: number;
  /** The statute or treaty; `null` if the table has no row for the source, so that nothing is withheld. */
  readonly law: string | null;
}

/**
 * Computes the tax withheld from a dividend when it is paid: by the first row that matches; nothing if there is none.
 */
export function withholdingFor(rows: readonly WithholdingRow[], terms: WithholdingTerms): Withholding {
  const { source, residence, wrapper, date } = terms;
  const row = rows.find(
    (each) =>
      each.source === source &&
      (each.residences === null || (residence !== null && each.residences.includes(residence))) &&
      (each.wrappers === null || each.wrappers.includes(wrapper)),
  );
  return row === undefined ? { ratePpm: 0, law: null } : { ratePpm: rateOn(row.rates, date).ratePpm, law: row.law };
}
