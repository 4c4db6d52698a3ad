/**
 * Which entries the typed words find, best first. Each word has to be found somewhere: in the title best at the start of
 * a word, then inside one, then with letters left out; else in what else is known of the entry. Accents and case count for
 * nothing, nor does the order of the words. Pure.
 */
import type { PaletteEntry } from './palette-entry.ts';

export interface SearchableEntry {
  readonly entry: PaletteEntry;
  readonly texts: () => SearchedTexts;
}

interface SearchedTexts {
  readonly titleLabel: readonly string[];
  readonly title: string;
  readonly rest: string;
}

const WHOLE_WORD = 100;
const START_OF_WORD = 80;
const START_OF_REST = 50;
const INSIDE_TITLE = 40;
const INSIDE_REST = 30;
const LETTERS_LEFT_OUT = 15;
/** Shorter words leave out letters of nearly everything. */
const SHORTEST_WITH_GAPS = 3;
const STARTS_THE_TITLE = 25;
const WAS_CHOSEN = 8;
/** So that a thousand portfolios hide no instrument, and what is drawn stays little. */
const SHOWN_OF_A_GROUP = 10;

/** Texts are made once, when first searched: the palette opens before anything is typed, and that has to be quick. */
export function searchable(entries: readonly PaletteEntry[]): SearchableEntry[] {
  return entries.map((entry) => {
    let made: SearchedTexts | undefined;
    const texts = () => {
      made ??= textsOf(entry);
      return made;
    };
    return { entry, texts };
  });
}

/** What was found, and how many there are where only the best are given. */
export interface RankedEntries {
  readonly best: readonly PaletteEntry[];
  readonly found: number;
}

/** At most `SHOWN_OF_A_GROUP` of each group. `chosen` are entries chosen lately, by id: they come first among equals. */
export function rankEntries(
  entries: readonly SearchableEntry[],
  typed: string,
  chosen: readonly string[],
): RankedEntries {
  const words = wordsOf(plain(typed));
  const recent = new Set(chosen);
  const found = entries.flatMap((candidate) => {
    const score = scoreOf(candidate.texts(), words);
    return score === 0 ? [] : [{ candidate, score: score + (recent.has(candidate.entry.id) ? WAS_CHOSEN : 0) }];
  });
  // The shorter title is the closer match. Where all else is equal, the order of the entries stays.
  found.sort(
    (left, right) => right.score - left.score || left.candidate.entry.title.length - right.candidate.entry.title.length,
  );
  return { best: bestOfGroups(found.map(({ candidate }) => candidate.entry)), found: found.length };
}

/** Letters as they are compared: small, without accents, `ß` as `ss`. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss').replaceAll('ø', 'o');
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}_.+×/-]+/u).filter((word) => word !== '');
}

function bestOfGroups(ranked: readonly PaletteEntry[]): PaletteEntry[] {
  const counts = new Map<string, number>();
  return ranked.filter(({ group }) => {
    const count = (counts.get(group) ?? 0) + 1;
    counts.set(group, count);
    return count <= SHOWN_OF_A_GROUP;
  });
}

function textsOf({ title, detail, words }: PaletteEntry): SearchedTexts {
  const searched = plain(title);
  return { title: searched, titleLabel: wordsAndParts(searched), rest: ` ${plain(`${detail} ${words}`)}` };
}

/** `eu-balanced` is found as it is, as `eu` and as `balanced`. */
function wordsAndParts(text: string): string[] {
  const words = wordsOf(text);
  return [...new Set([...words, ...words.flatMap((word) => word.split(/[_.+/-]/))])].filter((word) => word !== '');
}

/** 0: not found. */
function scoreOf(texts: SearchedTexts, words: readonly string[]): number {
  let total = 0;
  for (const word of words) {
    const score = scoreOfWord(texts, word);
    if (score === 0) return 0;
    total += score;
  }
  const [first = ''] = words;
  return texts.title.startsWith(first) && first !== '' ? total + STARTS_THE_TITLE : total;
}

function scoreOfWord({ title, titleLabel, rest }: SearchedTexts, word: string): number {
  if (titleLabel.includes(word)) return WHOLE_WORD;
  if (titleLabel.some((other) => other.startsWith(word))) return START_OF_WORD;
  if (rest.includes(` ${word}`)) return START_OF_REST;
  if (title.includes(word)) return INSIDE_TITLE;
  if (rest.includes(word)) return INSIDE_REST;
  const hasGaps = word.length >= SHORTEST_WITH_GAPS && titleLabel.some((other) => leavesOut(other, word));
  return hasGaps ? LETTERS_LEFT_OUT : 0;
}

/** True for `rblnc` in `rebalance`: the same first letter, and all letters in their order. */
function leavesOut(whole: string, letters: string): boolean {
  if (whole[0] !== letters[0]) return false;
  let position = 0;
  for (const letter of letters) {
    position = whole.indexOf(letter, position) + 1;
    if (position === 0) return false;
  }
  return true;
}
