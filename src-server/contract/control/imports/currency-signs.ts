/** The signs and words that files and tables write for currencies, in any case: `€`, `US$`, `Fr.`, `euro`, `pence`. */

const SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  $: 'USD',
  us$: 'USD',
  a$: 'AUD',
  au$: 'AUD',
  c$: 'CAD',
  ca$: 'CAD',
  hk$: 'HKD',
  nz$: 'NZD',
  mx$: 'MXN',
  r$: 'BRL',
  s$: 'SGD',
  euro: 'EUR',
  euros: 'EUR',
  pence: 'GBX',
  fr: 'CHF',
  sfr: 'CHF',
  franken: 'CHF',
};

/** Source of a pattern, for any case; `Fr` needs its full stop. Other dollars than the known ones match, too. */
export const CURRENCY_SIGN = '[€£¥]|\\b[A-Z]{1,3}\\$|(?<![A-Z])\\$|\\b(?:euros?|pence|s?fr(?=\\.)|franken)\\b\\.?';

/** An unknown dollar is a currency of its own, never the American one. Null for a text that is not a sign. */
export function currencyOfSign(sign: string): string | null {
  const plain = sign.replace(/\.$/, '').toLowerCase();
  if (Object.hasOwn(SIGNS, plain)) return SIGNS[plain] ?? null;
  return /^[a-z]{1,3}\$$/.test(plain) ? plain.toUpperCase() : null;
}
