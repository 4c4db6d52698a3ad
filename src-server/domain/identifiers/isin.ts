/** ISIN syntax (ISO 6166): pattern and check digit. Does not tell whether an instrument exists (decision C4). */

/** True for two letters, nine alphanumerics and a digit that pass the Luhn check over the expanded letters. */
export function isIsin(text: string): boolean {
  return ISIN_PATTERN.test(text) && luhnRemainder(text) === 0;
}

const ISIN_PATTERN = /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/;

/** Appends the check digit to two letters and nine alphanumerics. */
export function withCheckDigit(body: string): string {
  return `${body}${(10 - luhnRemainder(`${body}0`)) % 10}`;
}

function luhnRemainder(isin: string): number {
  let digits = '';
  for (const character of isin) digits += Number.parseInt(character, 36);
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10;
}
