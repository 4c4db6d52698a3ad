/**
 * Finds what a name in a file stands for: an instrument by its ISIN, symbol or name, a currency, or what the mapping
 * says. Collects the names that stand for nothing, each once.
 */
import type { UnknownName } from '../../contract/control/imports/import-report.ts';
import { isIsin, withCheckDigit } from '../../domain/identifiers/isin.ts';
import { plainLabel } from '../tables/column-labels.ts';
import type { KnownInstrument, KnownMarket } from './known-market.ts';
import { nearNames } from './near-names.ts';

/** A mapping may say this instead of an ISIN: leave the name out, or make an instrument of it. */
export const SKIP = 'skip';
const NEW = 'new';

/** Similar names are suggested for so many unknown names only: each suggestion costs as much as a hundred rows. */
export const MAX_NEAR = 1000;

export type Resolved =
  | { readonly kind: 'instrument'; readonly instrument: KnownInstrument }
  | { readonly kind: 'currency'; readonly currency: string }
  | { readonly kind: 'new'; readonly isin: string; readonly name: string }
  /** `isMapped`: the mapping says so. */
  | { readonly kind: 'left_out'; readonly reason: string; readonly isMapped: boolean }
  | { readonly kind: 'unknown' };

export interface NameResolver {
  /** What the name stands for; leaves no trace. */
  find(name: string): Resolved;
  /** What the mapping says of the name; `null` where it says nothing. */
  mapped(name: string): string | null;
  /** The same as `find`, and collects it where it stands for nothing. */
  resolve(name: string, file: string): Resolved;
  readonly unknown: readonly UnknownName[];
}

/** `mapping`: by name, an ISIN, a currency, `skip` or `new`. */
export function createNameResolver(market: KnownMarket, mapping: Readonly<Record<string, string>>): NameResolver {
  const unknown = new Map<string, UnknownName>();
  const byLabel = indexOf(market);
  const mapped = new Map(Object.entries(mapping).map(([name, target]) => [plainName(name), target.trim()]));
  const known = new Map<string, Resolved>();
  function look(name: string): Resolved {
    const target = mapped.get(plainName(name)) ?? name;
    if (target === SKIP) return { kind: 'left_out', reason: 'is ignored by the mapping', isMapped: true };
    const code = target === NEW ? madeIsin(name) : target.toUpperCase();
    const instrument = market.instruments.get(code) ?? byLabel.get(plainLabel(target));
    if (instrument !== undefined && instrument !== null) return { kind: 'instrument', instrument };
    if (isIsin(code)) return { kind: 'new', isin: code, name: target === name ? code : name };
    if (market.currencies.includes(code)) return { kind: 'currency', currency: code };
    if (RATE_CODES.has(code)) return { kind: 'left_out', reason: 'is not a currency of this world', isMapped: false };
    return { kind: 'unknown' };
  }
  function find(name: string): Resolved {
    const found = known.get(name) ?? look(name);
    known.set(name, found);
    return found;
  }
  return {
    find,
    mapped: (name) => mapped.get(plainName(name)) ?? null,
    resolve(name, file) {
      const found = find(name);
      const isFirst = found.kind === 'unknown' && !unknown.has(name);
      if (isFirst) {
        const near = unknown.size < MAX_NEAR ? nearNames(name, market.instruments.values()) : [];
        unknown.set(name, { name, label: '', file, near });
      }
      return found;
    },
    get unknown() {
      return [...unknown.values()];
    },
  };
}

/** By symbol and name; `null` for a word that two instruments share. */
function indexOf({ instruments }: KnownMarket): ReadonlyMap<string, KnownInstrument | null> {
  const byLabel = new Map<string, KnownInstrument | null>();
  for (const instrument of instruments.values()) {
    for (const alias of new Set([plainLabel(instrument.symbol), plainLabel(instrument.name)])) {
      if (alias !== '') byLabel.set(alias, byLabel.has(alias) ? null : instrument);
    }
  }
  return byLabel;
}

/** Every column that the ECB's table of reference rates ever had: nobody should have to map them. */
export const RATE_CODES: ReadonlySet<string> = new Set(
  (
    'USD JPY BGN CYP CZK DKK EEK GBP HUF LTL LVL MTL PLN ROL RON SEK SIT SKK CHF ISK NOK HRK RUB TRL TRY AUD BRL CAD ' +
    'CNY HKD IDR ILS INR KRW MXN MYR NZD PHP SGD THB ZAR'
  ).split(' '),
);

function plainName(name: string): string {
  return name.trim().toLowerCase();
}

/** No country has these letters, so no issuer has the ISIN. */
const OWN_PREFIX = 'QX';
const BODY_LENGTH = 9;

/** The same for the same name: its first letters and digits, and four that its other ones decide. */
export function madeIsin(name: string): string {
  const letters = plainLabel(name).toUpperCase();
  const isShort = letters.length > 0 && letters.length <= BODY_LENGTH;
  if (isShort) return withCheckDigit(OWN_PREFIX + letters.padEnd(BODY_LENGTH, '0'));
  let sum = 0;
  for (const letter of name.trim()) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 36 ** 4;
  return withCheckDigit(
    `${OWN_PREFIX}${letters.slice(0, BODY_LENGTH - 4).padEnd(BODY_LENGTH - 4, '0')}${sum.toString(36).toUpperCase().padStart(4, '0')}`,
  );
}
