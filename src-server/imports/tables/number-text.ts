/** Takes apart what stands in a cell beside its number: a currency, a unit of pieces, brackets for what is below 0. */

interface NumberText {
  /** With its sign and separators; the whole text where something else stands beside it. */
  readonly number: string;
  /** Code or `GBp`; empty where no currency stands there. */
  readonly currency: string;
}

const SIGNS = new Map([
  ['€', 'EUR'],
  ['$', 'USD'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['us$', 'USD'],
]);
const PIECES = new Set([
  '%',
  'stk',
  'stk.',
  'stück',
  'stueck',
  'st',
  'st.',
  'shares',
  'share',
  'units',
  'pcs',
  'pcs.',
  'x',
]);
/** What stands beside a number is short; longer texts are no numbers. */
const LONGEST = 12;

export function splitUnit(text: string): NumberText {
  const plain = text.replaceAll('\u2212', '-');
  const first = plain.search(/\d/);
  if (first < 0) return { number: text, currency: '' };
  let last = plain.length - 1;
  while (!/\d/.test(plain[last] ?? '')) last -= 1;
  const isBehind = /^ ?-$/.test(plain.slice(last + 1).trimEnd()) && !/[-+(]/.test(plain.slice(0, first));
  // Some write the minus behind the number.
  const [before, after] = [
    isBehind ? `-${plain.slice(0, first)}` : plain.slice(0, first),
    isBehind ? '' : plain.slice(last + 1),
  ];
  if (before.trim() === '' && after.trim() === '') return { number: plain.trim(), currency: '' };
  if (before.length > LONGEST || after.length > LONGEST) return { number: text, currency: '' };
  const point = /[.,]$/.exec(before)?.[0] ?? '';
  const signs = before.replace(/[^-+(]/g, '');
  const isBracketed = signs.includes('(') && after.includes(')');
  if (signs.includes('(') !== after.includes(')') || signs.replace('(', '').length > 1)
    return { number: text, currency: '' };
  const sign = isBracketed || signs.includes('-') ? '-' : signs.replace('(', '');
  const units = [before.slice(0, before.length - point.length).replace(/[-+(]/g, ''), after.replace(')', '')];
  const found = units.map((unit) => unitOf(unit.trim()));
  const currencies = found.filter((unit) => unit !== null && unit !== '');
  if (found.includes(null) || currencies.length > 1) return { number: text, currency: '' };
  return { number: `${sign}${point}${plain.slice(first, last + 1)}`, currency: currencies[0] ?? '' };
}

/** Empty for pieces and nothing; `null` for what is no unit. */
function unitOf(text: string): string | null {
  const token = text.toLowerCase();
  if (token === '' || PIECES.has(token)) return '';
  return SIGNS.get(token) ?? (/^[A-Za-z]{3}$/.test(text) ? text : null);
}
