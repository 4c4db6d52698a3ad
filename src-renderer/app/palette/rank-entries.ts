/**
 * Finds entries by typed words and puts the best first. Every word has to match the title or another text of an entry;
 * accents, case and the order of words do not matter. match-sorter ranks each word, and the ranks are added. Pure.
 */
import { type KeyOption, matchSorterWithRankInfo, rankings } from 'match-sorter';
import type { Command } from '../../components/commands/command.ts';

/** A command, an entity of the world, or the target of an id. */
export interface PaletteEntry extends Pick<Command, 'title' | 'keywords' | 'keys' | 'run'> {
  /** The same in every run of the app, because recent choices are stored by it. */
  readonly id: string;
  readonly group: string;
  /** Shown beside the title, and searched. */
  readonly detail: string;
  /** A match in its title counts no more than one elsewhere, and others of the same rank come first. */
  readonly comesLast?: boolean;
}

export interface SearchableEntry {
  readonly entry: PaletteEntry;
  readonly texts: () => ReturnType<typeof textsOf>;
}

/** Shorter words with gaps match nearly everything. */
const SHORTEST_WITH_GAPS = 3;
const STARTS_THE_TITLE = 1.5;
const WAS_CHOSEN = 0.5;
/** The highest rank of a match outside the title. */
const HIGHEST_ELSEWHERE = rankings.WORD_STARTS_WITH;
/** Keeps the list short, and keeps a thousand portfolios from hiding an instrument. */
const SHOWN_OF_A_GROUP = 10;

/** Texts are prepared at the first search, because the palette has to open at once. */
export function searchable(entries: readonly PaletteEntry[]): SearchableEntry[] {
  return entries.map((entry) => {
    let prepared: ReturnType<typeof textsOf> | undefined;
    const texts = () => {
      prepared ??= textsOf(entry);
      return prepared;
    };
    return { entry, texts };
  });
}

/**
 * The best entries, at most `SHOWN_OF_A_GROUP` of each group, and the total number of matches. `chosen` are ids of
 * recently chosen entries, which come first among equals.
 */
export function rankEntries(entries: readonly SearchableEntry[], typed: string, chosen: readonly string[]) {
  const terms = termsOf(plain(typed));
  let found = entries.map((item): Found => {
    const score = chosen.includes(item.entry.id) ? WAS_CHOSEN : 0;
    return { item, score, closeness: score };
  });
  for (const [position, term] of terms.entries()) {
    const matches = matchSorterWithRankInfo(found, term, {
      keys: keysFor(term),
      keepDiacritics: true,
      sorter: (all) => all,
    });
    found = matches.map(({ item: { item, score, closeness }, rank }) => {
      const startsTitle = position === 0 && item.texts().beginnings.some((text) => text.startsWith(term));
      const close = rank + (startsTitle ? STARTS_THE_TITLE : 0);
      const counted = item.entry.comesLast === true ? Math.min(rank, HIGHEST_ELSEWHERE) : close;
      return { item, score: score + counted, closeness: closeness + close };
    });
  }
  found.sort(compareFound);
  return { best: bestOfGroups(found.map(({ item }) => item.entry)), found: found.length };
}

/** `closeness`: the score as it would be if the entry did not come last. */
type Found = { readonly item: SearchableEntry; readonly score: number; readonly closeness: number };

/** The shorter title is the closer match. If all else is equal, the order of the entries stays. */
function compareFound(left: Found, right: Found): number {
  const [one, other] = [left.item.entry, right.item.entry];
  return (
    right.score - left.score ||
    Number(one.comesLast ?? false) - Number(other.comesLast ?? false) ||
    right.closeness - left.closeness ||
    one.title.length - other.title.length
  );
}

/** A match in the title counts more than one elsewhere. Only there, letters after the first may be missing. */
function keysFor(term: string): KeyOption<Found>[] {
  const mayHaveGaps = term.length >= SHORTEST_WITH_GAPS;
  const isTitleMatch = (each: string) => each.includes(term) || (mayHaveGaps && each[0] === term[0]);
  return [
    ({ item }) => item.texts().titleWords.filter(isTitleMatch),
    {
      key: ({ item }) => item.texts().otherWords.filter((each) => each.includes(term)),
      maxRanking: HIGHEST_ELSEWHERE,
    },
  ];
}

/** Letters in the form in which they are compared: lower case, without accents, `ß` as `ss`. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss').replaceAll('ø', 'o');
}

function termsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}_.+×/-]+/u).filter((term) => term !== '');
}

/** `eu-balanced` is found by `eu-balanced`, by `eu` and by `balanced`. */
function textsOf({ title, detail, keywords }: PaletteEntry) {
  const terms = termsOf(plain(title));
  const parts = terms.flatMap((term) => term.split(/[_.+/-]/)).filter((part) => part !== '');
  return {
    // `Traffic: webhooks` begins with either part.
    beginnings: plain(title).split(': '),
    titleWords: [...new Set([...terms, ...parts])],
    otherWords: termsOf(plain(`${detail} ${keywords}`)),
  };
}

function bestOfGroups(ranked: readonly PaletteEntry[]): PaletteEntry[] {
  const counts = new Map<string, number>();
  return ranked.filter(({ group }) => {
    const count = (counts.get(group) ?? 0) + 1;
    counts.set(group, count);
    return count <= SHOWN_OF_A_GROUP;
  });
}
