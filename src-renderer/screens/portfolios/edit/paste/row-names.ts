/** The names of rows that are not securities: cash, and sums of other rows. Pure. */
import { isCurrency } from './written-currency.ts';

/** Rows of a broker's list that are not securities have names of cash or of a sum. */
const CASH_TERMS = termSet(
  'cash liquidity liquid liquiditat liquiditaet liquidites liquide kasse bargeld barmittel guthaben kontoguthaben',
  'verrechnungskonto especes tresorerie likvider kontanter',
);
/** Words that may accompany a word for cash. */
const CASH_QUALIFIERS = termSet(
  'eur gbp chf usd sek dkk nok and und et equivalents balance account position konto saldo solde compte total',
  'available free settled en in funds',
);
const SUM_TERMS = termSet(
  'total totals sum summe gesamt gesamtsumme gesamtwert insgesamt zwischensumme subtotal somme totaux',
);
const SUM_QUALIFIERS = termSet(
  'grand sub portfolio portefeuille depot general value wert overall all holdings positions eur gbp chf usd sek dkk nok',
);

/** `Cash`, `EUR cash`, `Liquidität`, or only a currency. */
export function isCashName(text: string): boolean {
  return isCurrency(text) || isMadeOf(text, CASH_TERMS, CASH_QUALIFIERS);
}

/** `Total`, `Grand total`, `Summe EUR:`. */
export function isSumName(text: string): boolean {
  return isMadeOf(text, SUM_TERMS, SUM_QUALIFIERS);
}

function isMadeOf(text: string, needed: ReadonlySet<string>, allowed: ReadonlySet<string>): boolean {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const found = plain.split(/[^a-z]+/).filter((term) => term !== '');
  return found.some((term) => needed.has(term)) && found.every((term) => needed.has(term) || allowed.has(term));
}

function termSet(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(' ')));
}
