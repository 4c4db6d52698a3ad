/** Finds the instruments whose names or symbols are most similar to a text. Pure. */
import { plainLabel } from '../../contract/control/imports/plain-label.ts';
import type { KnownInstrument } from './known-market.ts';

const MAX = 3;
/** Least similarity of a suggestion. */
const MIN_LIKE = 0.35;

/** Returns the most similar first; equally similar ones in the order of the market. */
export function nearNames(text: string, instruments: Iterable<KnownInstrument>): { isin: string; name: string }[] {
  const pairs = pairsOf(text);
  // A Yahoo ticker has the exchange after a full stop.
  const symbol = plainLabel(text.split('.')[0] ?? '');
  return [...instruments]
    .map(({ isin, name, symbol: own }) => ({
      isin,
      name,
      like: plainLabel(own) === symbol ? 1 : likeness(pairs, pairsOf(name)),
    }))
    .filter(({ like }) => like >= MIN_LIKE)
    .sort((one, other) => other.like - one.like)
    .slice(0, MAX)
    .map(({ isin, name }) => ({ isin, name }));
}

/** Returns pairs of adjacent letters within words, so that the order of words does not matter. */
function pairsOf(text: string): ReadonlySet<string> {
  const pairs = text.split(/[\s\-_/()]+/).flatMap((part) => {
    const letters = plainLabel(part);
    return [...letters].slice(0, -1).map((letter, index) => letter + letters[index + 1]);
  });
  return new Set(pairs);
}

/** Returns Dice's coefficient of two sets: 1 if they are equal, 0 if they have nothing in common. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size + other.size === 0) return 0;
  const shared = [...one].filter((pair) => other.has(pair)).length;
  return (2 * shared) / (one.size + other.size);
}
