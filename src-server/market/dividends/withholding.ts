/** Computes the tax withheld from a dividend when it is paid (decision O2). */
import type { WithholdingRow } from '../data/market-data.ts';
import { rateOn } from '../rates/dated-rate.ts';

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

/** Applies the first row that matches; withholds nothing if there is none. */
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
