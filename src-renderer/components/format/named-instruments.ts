/** Replaces ISINs in the service's sentences by symbols, which are easier to read. Pure. */

const ISIN = /\b[A-Z]{2}[A-Z0-9]{9}\d\b/g;

type Named = ReadonlyMap<string, { readonly symbol: string }>;

/** With the symbol in place of each known ISIN; if the sentence has the symbol next to it, it is not repeated. */
export function withSymbols(sentence: string, instruments: Named): string {
  return sentence.replace(ISIN, (isin, at: number) => {
    const symbol = instruments.get(isin)?.symbol;
    if (symbol === undefined) return isin;
    return sentence.slice(0, at).endsWith(`${symbol} (`) ? isin : symbol;
  });
}
