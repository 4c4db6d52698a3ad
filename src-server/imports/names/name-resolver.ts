/**
 * Resolves names in files: to an instrument by its ISIN, symbol or name, to a currency, or as the mapping says.
 * Collects each unresolved name once.
 */
import type { UnknownName } from '../../contract/control/imports/import-report.ts';
import { plainLabel } from '../../contract/control/imports/plain-label.ts';
import { compactIsin, isIsin, withCheckDigit } from '../../domain/identifiers/isin.ts';
import { RATE_CODES } from '../tables/currency-units.ts';
import type { KnownInstrument, KnownMarket } from './known-market.ts';
import { nearNames } from './near-names.ts';

/** Values of a mapping in place of an ISIN: leave the name out, or create an instrument for it. */
export const SKIP = 'skip';
const NEW = 'new';

/** Number of unknown names for which similar names are suggested: each suggestion takes as long as a hundred rows. */
export const MAX_NEAR = 1000;

export type Resolved =
  | { readonly kind: 'instrument'; readonly instrument: KnownInstrument }
  | { readonly kind: 'currency'; readonly currency: string }
  | { readonly kind: 'new'; readonly isin: string; readonly name: string }
  /** `isMapped`: by the mapping. */
  | { readonly kind: 'left_out'; readonly reason: string; readonly isMapped: boolean }
  | { readonly kind: 'unknown' };

export interface NameResolver {
  /** Resolves the name; does not collect it. */
  find(name: string): Resolved;
  /** Returns the mapping of the name; `null` if it has none. */
  mapped(name: string): string | null;
  /** Resolves the name like `find`, and collects it if it is unknown. */
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
    const code = target === NEW ? madeIsin(name) : compactIsin(target).toUpperCase();
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

/** By symbol and name; `null` for a text that two instruments share. */
function indexOf({ instruments }: KnownMarket): ReadonlyMap<string, KnownInstrument | null> {
  const byLabel = new Map<string, KnownInstrument | null>();
  for (const instrument of instruments.values()) {
    for (const alias of new Set([plainLabel(instrument.symbol), plainLabel(instrument.name)])) {
      if (alias !== '') byLabel.set(alias, byLabel.has(alias) ? null : instrument);
    }
  }
  return byLabel;
}

function plainName(name: string): string {
  return name.trim().toLowerCase();
}

/** No country has these letters, so no issuer has the ISIN. */
const OWN_PREFIX = 'QX';
const BODY_LENGTH = 9;

/**
 * Returns an ISIN for a name, always the same one: the name's first letters and digits, and four more characters
 * derived from the rest.
 */
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
