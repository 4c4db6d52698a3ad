/** What a pasted identifier leads to: its trace where it has one, and the page of what it names. Pure. */
import { paths } from '../../paths.ts';
import type { PaletteEntry } from './palette-entry.ts';

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
  return { id: `address${to}`, group: GROUP, title, detail: id, words: '', does: { kind: 'go', to } };
}
