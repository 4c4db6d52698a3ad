/**
 * Checks rules of wrappers that the specification does not state (decision M): a PEA contains only eligible
 * instruments, ISA and SIPP are in GBP. A pension of another country is not a SIPP and has no required currency. The
 * caller decides whether a breach warns or refuses.
 */

export interface WrapperBreach {
  readonly code: 'pea_ineligible' | 'wrapper_currency';
  readonly message: string;
  /** The instrument in question, `null` for the portfolio as a whole. */
  readonly isin: string | null;
}

export interface WrapperTerms {
  readonly wrapper: string;
  /** `null` for Form B, whose wrappers determine where they are taxed. */
  readonly taxJurisdiction: string | null;
  readonly currency: string;
}

interface WrapperHolding {
  readonly isin: string;
  readonly name: string;
  readonly peaEligible: boolean;
}

/** Returns every breach of a portfolio's wrapper by its currency and by the instruments that it holds or targets. */
export function wrapperBreaches(
  { wrapper, taxJurisdiction, currency }: WrapperTerms,
  instruments: readonly WrapperHolding[],
): WrapperBreach[] {
  const breaches: WrapperBreach[] = [];
  const isSipp = wrapper === 'SIPP' && (taxJurisdiction ?? 'GB') === 'GB';
  if ((wrapper === 'ISA' || isSipp) && currency !== 'GBP') {
    const message = `An ${wrapper} is kept in GBP, this one is in ${currency}.`;
    breaches.push({ code: 'wrapper_currency', message: message.replace('An SIPP', 'A SIPP'), isin: null });
  }
  if (wrapper !== 'PEA') return breaches;
  for (const { isin, name, peaEligible } of instruments) {
    if (peaEligible) continue;
    breaches.push({ code: 'pea_ineligible', message: `${name} (${isin}) is not eligible for a PEA.`, isin });
  }
  return breaches;
}
