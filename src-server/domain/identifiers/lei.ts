/**
 * Legal entity identifiers by ISO 17442: 18 characters and two check digits (ISO 7064, MOD 97-10). Does not look up any
 * register.
 */

/** True for 18 letters or digits and two digits whose number, letters read as 10 to 35, leaves 1 when divided by 97. */
export function isLei(text: string): boolean {
  return LEI_PATTERN.test(text) && remainder(text) === 1;
}

/** Returns the identifier that begins with these 18 letters or digits. */
export function leiOf(first18: string): string {
  const check = 98 - remainder(`${first18}00`);
  return `${first18}${String(check).padStart(2, '0')}`;
}

const LEI_PATTERN = /^[A-Z0-9]{18}[0-9]{2}$/;

/** Computed digit by digit, because the number is too long for exact arithmetic. */
function remainder(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}
