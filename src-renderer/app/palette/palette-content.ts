/** What the palette shows for the typed text, in groups. With nothing typed, that is recent choices and every command. Pure. */
import { paths } from '../../paths.ts';
import { type PaletteEntry, rankEntries, type SearchableEntry } from './rank-entries.ts';

export interface PaletteContent {
  readonly sections: readonly PaletteSection[];
  /** How many there are in all; more than are shown where only the best are. */
  readonly found: number;
}

export interface PaletteSection {
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
}

const SHOWN_RECENT = 6;
const FIRST_GROUPS = new Set(['Virtual clock', 'Go to', 'Do', 'World', 'Appearance', 'Help']);

export function paletteContent(
  entries: readonly SearchableEntry[],
  typed: string,
  chosen: readonly string[],
): PaletteContent {
  const named = idEntries(typed);
  if (named.length > 0) return { sections: inGroups(named), found: named.length };
  if (typed.trim() === '') return { sections: firstSections(entries, chosen), found: entries.length };
  const { best, found } = rankEntries(entries, typed, chosen);
  return { sections: inGroups(best), found };
}

function firstSections(entries: readonly SearchableEntry[], chosen: readonly string[]): PaletteSection[] {
  const byId = new Map(entries.map(({ entry }) => [entry.id, entry]));
  const recent = chosen.flatMap((id) => byId.get(id) ?? addressEntry(id)).slice(0, SHOWN_RECENT);
  const others = entries.map(({ entry }) => entry).filter(({ group }) => FIRST_GROUPS.has(group));
  return [...(recent.length === 0 ? [] : [{ title: 'Recent', entries: recent }]), ...inGroups(others)];
}

/** What an identifier led to is in no list, but its own name says it all. */
function addressEntry(entryId: string): PaletteEntry[] {
  return idEntries(entryId).filter(({ id }) => id === entryId);
}

/** In the order in which the groups first occur, so the best entry stays first. */
function inGroups(entries: readonly PaletteEntry[]): PaletteSection[] {
  const groups = new Map<string, PaletteEntry[]>();
  for (const entry of entries) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  return [...groups].map(([title, members]) => ({ title, entries: members }));
}

interface NamedById {
  readonly noun: string;
  readonly isTraced: boolean;
  /** Its own page, where it has one. */
  readonly page?: (id: string) => string;
}

const BY_PREFIX: Readonly<Record<string, NamedById>> = {
  rq: { noun: 'request', isTraced: true, page: paths.request },
  rb: { noun: 'rebalance', isTraced: true, page: paths.rebalance },
  or: { noun: 'order', isTraced: true },
  fl: { noun: 'fill', isTraced: true },
  ev: { noun: 'event', isTraced: true },
  dl: { noun: 'delivery', isTraced: true, page: paths.delivery },
  pf: { noun: 'portfolio', isTraced: false, page: paths.portfolio },
  mr: { noun: 'compliance record', isTraced: false, page: paths.record },
};

const GROUP = 'Identifier';
/** Where it was copied from may have left quotes, commas or brackets at its ends. */
const IDENTIFIER = /(?:^|[^a-z0-9_])([a-z]{2})_([0-9A-HJKMNP-TV-Z]{26})(?![0-9a-z])/i;

/** Empty where the text holds no identifier. What is there is not asked: the page that opens says if it is not. */
export function idEntries(typed: string): PaletteEntry[] {
  const [, prefix = '', tail = ''] = IDENTIFIER.exec(typed) ?? [];
  const named = BY_PREFIX[prefix.toLowerCase()];
  if (named === undefined) return [];
  const id = `${prefix.toLowerCase()}_${tail.toUpperCase()}`;
  const trace = named.isTraced ? [entry(`Trace of the ${named.noun}`, id, paths.trace(id))] : [];
  const page = named.page === undefined ? [] : [entry(`The ${named.noun}`, id, named.page(id))];
  return [...trace, ...page];
}

function entry(title: string, id: string, to: string): PaletteEntry {
  return { id: `address${to}`, group: GROUP, title, detail: id, keywords: '', run: to };
}
