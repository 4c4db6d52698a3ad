/** Currencies as pasted tables write them. Pure. */

const CODES =
  'EUR|GBP|GBX|CHF|USD|SEK|DKK|NOK|ISK|PLN|CZK|HUF|RON|TRY|JPY|CNY|HKD|SGD|INR|KRW|AUD|NZD|CAD|MXN|BRL|ZAR|ZAC|ILS';
const SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  $: 'USD',
  us$: 'USD',
  a$: 'AUD',
  au$: 'AUD',
  c$: 'CAD',
  ca$: 'CAD',
  hk$: 'HKD',
  nz$: 'NZD',
  s$: 'SGD',
  euro: 'EUR',
  euros: 'EUR',
  pence: 'GBX',
  fr: 'CHF',
  sfr: 'CHF',
  franken: 'CHF',
};
const PATTERN = `€|£|\\b(?:US|AU?|CA?|HK|NZ|S)?\\$|\\$|\\b(?:${CODES}|euros?|pence|s?fr(?=\\.)|franken)\\b\\.?`;
const CURRENCY = new RegExp(PATTERN, 'i');
const AT_THE_END = new RegExp(`(?:^|\\s)(?:(?:in|en)\\s+)?(?:${PATTERN})$|[%€$£]`, 'gi');

/** Pence and cents are currencies of their own here: an amount in them is not one in pounds. */
export function currencyIn(text: string): string | null {
  const found = CURRENCY.exec(text)?.[0].replace(/\.$/, '');
  if (found === undefined) return null;
  return found === 'GBp' ? 'GBX' : (SIGNS[found.toLowerCase()] ?? found.toUpperCase());
}

/** A header without the unit behind it: `Weight (%)`, `Quantity [pcs]`, `Cost price in EUR`, `cost eur`, `Cost US$`. */
export function withoutUnit(header: string): string {
  return withoutBrackets(header).trim().replaceAll(AT_THE_END, '').trim();
}

export function withoutBrackets(header: string): string {
  return header.replaceAll(/\(.*?\)|\[.*?\]/g, '');
}
