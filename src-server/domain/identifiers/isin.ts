/** ISIN syntax (ISO 6166): pattern and check digit. Does not tell whether an instrument exists (decision C4). */

/** True for two letters, nine alphanumerics and a digit that pass the Luhn check over the expanded letters. */
export function isIsin(text: string): boolean {
  return ISIN_PATTERN.test(text) && luhnRemainder(text) === 0;
}

/** Returns the ISIN of a text that may group its characters (`DE 000 716460 0`) in any case; else the text. */
export function compactIsin(text: string): string {
  const code = text.replace(/\s/g, '').toUpperCase();
  return isIsin(code) ? code : text;
}

const ISIN_PATTERN = /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/;

/** Appends the check digit to two letters and nine alphanumerics. */
export function withCheckDigit(body: string): string {
  return `${body}${(10 - luhnRemainder(`${body}0`)) % 10}`;
}

const CODE_OF_0 = 48;
const CODE_OF_A = 65;

/** From the end, where the check digit counts once; a letter is two digits. */
function luhnRemainder(isin: string): number {
  let sum = 0;
  let factor = 1;
  const add = (digit: number) => {
    sum += digit * factor > 9 ? digit * factor - 9 : digit * factor;
    factor = 3 - factor;
  };
  for (let index = isin.length - 1; index >= 0; index -= 1) {
    const code = isin.charCodeAt(index);
    const value = code < CODE_OF_A ? code - CODE_OF_0 : code - CODE_OF_A + 10;
    add(value % 10);
    if (value > 9) add(Math.floor(value / 10));
  }
  return sum % 10;
}
