/** What the palette shows for the typed text, in groups: with nothing typed, what was chosen lately and every command. */
import { idEntries } from './id-entries.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { rankEntries, type SearchableEntry } from './rank-entries.ts';

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
