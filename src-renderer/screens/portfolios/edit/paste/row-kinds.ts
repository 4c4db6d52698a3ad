/** Rows of a broker's list that are no security: cash, and sums. Pure. */

const CASH_WORDS = words(
  'cash liquidity liquid liquiditat liquiditaet liquidites liquide kasse bargeld barmittel guthaben kontoguthaben',
  'verrechnungskonto especes tresorerie likvider kontanter',
);
/** May stand beside a word for cash. */
const BESIDE_CASH = words(
  'eur gbp chf usd sek dkk nok and und et equivalents balance account position konto saldo solde compte total',
  'available free settled en in funds',
);
const SUM_WORDS = words(
  'total totals sum summe gesamt gesamtsumme gesamtwert insgesamt zwischensumme subtotal somme totaux',
);
const BESIDE_SUM = words(
  'grand sub portfolio portefeuille depot general value wert overall all holdings positions eur gbp chf usd sek dkk nok',
);

/** `Cash`, `EUR cash`, `Liquidität`. */
export function isCashName(text: string): boolean {
  return isMadeOf(text, CASH_WORDS, BESIDE_CASH);
}

/** `Total`, `Grand total`, `Summe EUR:`. */
export function isSumName(text: string): boolean {
  return isMadeOf(text, SUM_WORDS, BESIDE_SUM);
}

function isMadeOf(text: string, needed: ReadonlySet<string>, allowed: ReadonlySet<string>): boolean {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const found = plain.split(/[^a-z]+/).filter((word) => word !== '');
  return found.some((word) => needed.has(word)) && found.every((word) => needed.has(word) || allowed.has(word));
}

function words(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(' ')));
}
