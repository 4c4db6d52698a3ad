/**
 * Chooses what the palette shows for the typed text, in groups. With nothing typed: recent choices and every command.
 * Pure.
 */
import { paths } from '../../paths.ts';
import { type PaletteEntry, rankEntries, type SearchableEntry } from './rank-entries.ts';

export interface PaletteSection {
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
}

const SHOWN_RECENT = 6;
const FIRST_GROUPS = new Set(['Virtual clock', 'Go to', 'Do', 'World', 'Appearance', 'Help']);

/** `found`: total number of matches, which may be more than are shown. */
export function paletteContent(entries: readonly SearchableEntry[], typed: string, chosen: readonly string[]) {
  const named = idEntries(typed);
  if (named.length > 0) return { sections: inGroups(named), found: named.length };
  if (typed.trim() === '') return { sections: firstSections(entries, chosen), found: entries.length };
  const { best, found } = rankEntries(entries, typed, chosen);
  return { sections: inGroups(best), found };
}

function firstSections(entries: readonly SearchableEntry[], chosen: readonly string[]): PaletteSection[] {
  const byId = new Map(entries.map(({ entry }) => [entry.id, entry]));
  // A page that an id led to is in no list, but the id alone suffices.
  const addressEntry = (entryId: string) => idEntries(entryId).filter(({ id }) => id === entryId);
  const recent = chosen.flatMap((id) => byId.get(id) ?? addressEntry(id)).slice(0, SHOWN_RECENT);
  const others = entries.map(({ entry }) => entry).filter(({ group }) => FIRST_GROUPS.has(group));
  return [...(recent.length === 0 ? [] : [{ title: 'Recent', entries: recent }]), ...inGroups(others)];
}

/** In the order in which the groups first occur, so the best entry stays first. */
function inGroups(entries: readonly PaletteEntry[]): PaletteSection[] {
  return Array.from(
    Map.groupBy(entries, ({ group }) => group),
    ([title, members]) => ({ title, entries: members }),
  );
}

interface NamedById {
  readonly noun: string;
  /** The entity's own page, if it has one. */
  readonly page?: (id: string) => string;
}

const TRACED: Readonly<Record<string, NamedById>> = {
  rq: { noun: 'request', page: paths.request },
  rb: { noun: 'rebalance', page: paths.rebalance },
  or: { noun: 'order' },
  fl: { noun: 'fill' },
  ev: { noun: 'webhook event' },
  dl: { noun: 'delivery', page: paths.delivery },
};
const BY_PREFIX: Readonly<Record<string, NamedById>> = {
  ...TRACED,
  pf: { noun: 'portfolio', page: paths.portfolio },
  mr: { noun: 'compliance record', page: paths.record },
};

/** Copying may have left quotes, commas or brackets at its ends. */
const IDENTIFIER = /(?:^|[^a-z0-9_])([a-z]{2})_([0-9A-HJKMNP-TV-Z]{26})(?![0-9a-z])/i;

/**
 * Empty if the text contains no id. Does not check that the entity exists: the page that opens reports if it does not.
 */
export function idEntries(typed: string): PaletteEntry[] {
  const [, prefix = '', tail = ''] = IDENTIFIER.exec(typed) ?? [];
  const named = BY_PREFIX[prefix.toLowerCase()];
  if (named === undefined) return [];
  const id = `${prefix.toLowerCase()}_${tail.toUpperCase()}`;
  const addresses = [
    [`Trace of the ${named.noun}`, prefix.toLowerCase() in TRACED ? paths.trace(id) : undefined],
    [`The ${named.noun}`, named.page?.(id)],
  ] as const;
  return addresses.flatMap(([title, to]) =>
    to === undefined ? [] : { id: `address${to}`, group: 'Identifier', title, detail: id, keywords: '', run: to },
  );
}
