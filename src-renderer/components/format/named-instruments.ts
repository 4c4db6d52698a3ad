/** Sentences of the service name instruments by ISIN; a person reads symbols. Pure. */

const ISIN = /\b[A-Z]{2}[A-Z0-9]{9}\d\b/g;

type Named = ReadonlyMap<string, { readonly symbol: string }>;

/** With the symbol in place of each known ISIN; a sentence that has the symbol beside it says it once. */
export function withSymbols(sentence: string, instruments: Named): string {
  return sentence.replace(ISIN, (isin, at: number) => {
    const symbol = instruments.get(isin)?.symbol;
    if (symbol === undefined) return isin;
    return sentence.slice(0, at).endsWith(`${symbol} (`) ? isin : symbol;
  });
}
