/**
 * Reads currencies as files write them: some quote in hundredths of a unit, which only the case of a letter may show.
 */

interface WrittenCurrency {
  /** ISO 4217, or the file's text if it is not a code; empty for an empty text. */
  readonly currency: string;
  /** Number of written units in one unit of the currency. */
  readonly perUnit: 1 | 100;
}

/** Pence, South African cents, and agorot. */
const HUNDREDTHS = new Map(
  Object.entries({
    GBX: 'GBP',
    GBp: 'GBP',
    ZAC: 'ZAR',
    ZAc: 'ZAR',
    ILA: 'ILS',
    ILa: 'ILS',
  }),
);

export function readCurrency(text: string): WrittenCurrency {
  const written = text.trim();
  const whole = HUNDREDTHS.get(written);
  if (whole !== undefined) return { currency: whole, perUnit: 100 };
  const upper = written.toUpperCase();
  // `GBP` in capitals is pounds; codes that exist only for hundredths are hundredths in any case.
  const own = upper === 'GBP' ? undefined : HUNDREDTHS.get(upper);
  return own === undefined ? { currency: upper, perUnit: 1 } : { currency: own, perUnit: 100 };
}
