/** Currencies as pasted tables write them. Pure. */
import { CURRENCY_SIGN, currencyOfSign } from '../../../../../src-server/contract/control/imports/currency-signs.ts';

const CODES =
  'EUR|GBP|GBX|CHF|USD|SEK|DKK|NOK|ISK|PLN|CZK|HUF|RON|TRY|JPY|CNY|HKD|SGD|INR|KRW|AUD|NZD|CAD|MXN|BRL|ZAR|ZAC|ILS';
const PATTERN = `${CURRENCY_SIGN}|(?<![A-Z])(?:${CODES})(?![A-Z])\\.?`;
const CURRENCY = new RegExp(PATTERN, 'i');
const AT_THE_END = new RegExp(`(?:^|[\\s/:,.-])(?:(?:in|en)\\s+)?(?:${PATTERN})$|[%€$£]`, 'gi');
const AROUND_A_NUMBER = new RegExp(`^\\s*(?:${PATTERN})\\s*(?=[-+\\u2212.,\\d])|(?<=\\d)\\s*(?:${PATTERN})\\s*$`, 'gi');

const ALONE = new RegExp(`^(?:${PATTERN})$`, 'i');

/** Whether a text is only a currency: `EUR`, `€`. */
export function isCurrency(text: string): boolean {
  return ALONE.test(text);
}

/** Pence and cents are currencies of their own here: an amount in them is not one in pounds. */
export function currencyIn(text: string): string | null {
  const found = CURRENCY.exec(text)?.[0].replace(/\.$/, '');
  if (found === undefined) return null;
  return found === 'GBp' ? 'GBX' : (currencyOfSign(found) ?? found.toUpperCase());
}

/** A header without the unit behind it: `Weight (%)`, `Quantity [pcs]`, `Cost price in EUR`, `cost eur`, `Cost US$`. */
export function withoutUnit(header: string): string {
  const label = withoutBrackets(header).trim();
  const text = label.replaceAll(AT_THE_END, '');
  // Other units and currencies are three capitals behind a word; alone they are a label, such as `PRU`.
  return (text === label ? text.replace(/(?<=[^\s/:,.-])[\s/:,.-]+(?:(?:in|en) )?[A-Z]{3}$/, '') : text).trim();
}

/** `US$ 60.2` and `60.2 euro` without the currency. */
export function withoutCurrency(amount: string): string {
  return amount.replaceAll(AROUND_A_NUMBER, '');
}

export function withoutBrackets(header: string): string {
  return header.replaceAll(/\(.*?\)|\[.*?\]/g, '');
}
