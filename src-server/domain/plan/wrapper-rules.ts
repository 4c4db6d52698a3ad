/**
 * Checks rules of wrappers that the specification does not state (decision M): a PEA holds eligible instruments only,
 * ISA and SIPP are in GBP. A pension of another country is no SIPP and has no currency of its own. The caller decides whether a breach warns or refuses.
 */

export interface WrapperBreach {
  readonly code: 'pea_ineligible' | 'wrapper_currency';
  readonly message: string;
  /** The instrument in question, `null` for the portfolio as a whole. */
  readonly isin: string | null;
}

export interface WrapperTerms {
  readonly wrapper: string;
  /** `null` for Form B, whose wrappers say where they are taxed. */
  readonly taxJurisdiction: string | null;
  readonly currency: string;
}

interface WrapperHolding {
  readonly isin: string;
  readonly name: string;
  readonly peaEligible: boolean;
}

/** Every breach of a portfolio's wrapper by its currency and by what it holds or wants to hold. */
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
