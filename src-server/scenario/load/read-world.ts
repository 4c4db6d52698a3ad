/**
 * Reads a world file (decisions K2, K108) and reports every error with its line and pointer. A small file is read as a
 * whole, a large one portfolio by portfolio, so that only the size of an entry is limited and not the number of
 * entries.
 */
import { portfolioEntry, type WorldContents, worldFile } from '../../contract/scenario/world-file.ts';
import { type FileFault, type PlaceOf, readDocument } from './read-document.ts';
import { faultAt, inOrder, type ReadFile, readYaml } from './read-yaml.ts';
import { type Piece, type SplitWorld, splitWorld } from './split-world.ts';
import { createTextPlaces } from './text-places.ts';
import { checkValue, MAX_FAULTS } from './validate-value.ts';

/** Limit for a whole file, however it is read. */
export const MAX_WORLD_BYTES = 100_000_000;
/** Longer files are read in parts: as a whole they would take seconds, and a hundred times their size in memory. */
const LARGE_CHARS = 1_000_000;
/** The size of a request that creates a portfolio. */
const MAX_ENTRY_CHARS = 1_048_576;
const MAX_PORTFOLIOS = 10_000;

type Entry = WorldContents['portfolios'][number];

/** Decided by the size and the list of portfolios, without parsing the text. */
export function isLargeWorld(text: string): boolean {
  return text.length >= LARGE_CHARS && splitWorld(text) !== null;
}

export function readWorld(file: string, text: string): ReadFile<WorldContents> {
  const split = text.length < LARGE_CHARS ? null : splitWorld(text);
  return split === null ? readYaml(file, text, worldFile) : readParts(file, text, split);
}

function readParts(file: string, text: string, split: SplitWorld): ReadFile<WorldContents> {
  const whole = createTextPlaces(text);
  const { entries, cut } = split;
  const beginOf = (path: string) => ({ file, ...whole.placeOf(cut.start), pointer: path });
  if (entries.length > MAX_PORTFOLIOS) {
    const issue = `contains ${entries.length} portfolios; the maximum is ${MAX_PORTFOLIOS}`;
    return { ok: false, faults: [{ ...beginOf('/portfolios'), issue }] };
  }
  const rest = readRest(file, text, split, whole.placeOf);
  const faults = rest.ok ? [] : [...rest.faults];
  const portfolios: Entry[] = [];
  for (const [index, entry] of entries.entries()) {
    if (faults.length >= MAX_FAULTS) break;
    const read = readEntry(file, text, split, entry, index, whole.placeOf);
    if (read.ok) portfolios.push(read.value);
    else faults.push(...read.faults);
  }
  if (!rest.ok || faults.length > 0) return { ok: false, faults: inOrder(faults).slice(0, MAX_FAULTS) };
  return {
    ok: true,
    value: { ...rest.value, portfolios },
    placeOf(pointer) {
      const index = /^\/portfolios\/(\d+)/.exec(pointer)?.[1];
      const entry = index === undefined ? undefined : entries[Number(index)];
      if (entry === undefined) return rest.placeOf(pointer);
      return placesIn(file, text, split, entry, whole.placeOf)(pointer.slice(`/portfolios/${index}`.length));
    },
  };
}

/** Everything but the portfolios, which are cut out; places are those of the whole text. */
function readRest(
  file: string,
  text: string,
  { cut }: SplitWorld,
  placeAt: (offset: number) => ReturnType<PlaceOf>,
): ReadFile<WorldContents> {
  const before = text.slice(0, cut.start);
  const after = text.slice(cut.end);
  const rest = `${before}${after}`;
  const places = createTextPlaces(rest);
  const inWhole = (place: ReturnType<PlaceOf>) => {
    const offset = places.offsetOf(place);
    return placeAt(offset < cut.start ? offset : offset + cut.end - cut.start);
  };
  // A file with nothing but portfolios leaves an empty rest.
  const read = rest.trim() === '' ? EMPTY : readYaml(file, rest, worldFile);
  if (!read.ok) return { ok: false, faults: read.faults.map((fault) => ({ ...fault, ...inWhole(fault) })) };
  if (read.value.portfolios.length > 0) {
    const again = { file, ...inWhole(read.placeOf('/portfolios')), pointer: '/portfolios' };
    return { ok: false, faults: [{ ...again, issue: 'the key portfolios occurs twice' }] };
  }
  return { ok: true, value: read.value, placeOf: (pointer) => inWhole(read.placeOf(pointer)) };
}

const EMPTY: ReadFile<WorldContents> = {
  ok: true,
  value: worldFile.parse({}),
  placeOf: () => ({ line: 1, column: 1 }),
};

type ReadEntry =
  | { readonly ok: true; readonly value: Entry }
  | { readonly ok: false; readonly faults: readonly FileFault[] };

function readEntry(
  file: string,
  text: string,
  split: SplitWorld,
  piece: Piece,
  index: number,
  placeAt: (offset: number) => ReturnType<PlaceOf>,
): ReadEntry {
  const base = `/portfolios/${index}`;
  const start = placeAt(piece.start);
  if (piece.end - piece.start > MAX_ENTRY_CHARS) {
    const issue = `is larger than ${MAX_ENTRY_CHARS / 1_048_576} MiB`;
    return { ok: false, faults: [{ file, ...start, pointer: base, issue }] };
  }
  const own = text.slice(piece.start, piece.end);
  const plain = split.isJson ? plainJson(own) : null;
  const document = plain === null ? readDocument(file, own) : plain;
  if (!document.ok) {
    const faults = document.faults.map((fault) => ({ ...fault, ...shifted(fault, start), pointer: base }));
    return { ok: false, faults };
  }
  const value = split.isJson ? document.value : (document.value as readonly unknown[])[0];
  const validated = checkValue(portfolioEntry, value, false);
  if (validated.ok) return { ok: true, value: validated.value };
  const placeOf = placesIn(file, text, split, piece, placeAt);
  const faults = validated.places.map((place) => {
    const { pointer, ...found } = faultAt(file, placeOf, place);
    return { ...found, pointer: `${base}${pointer}` };
  });
  return { ok: false, faults };
}

/** Places inside an entry, which is parsed again for them. */
function placesIn(
  file: string,
  text: string,
  { isJson }: SplitWorld,
  piece: Piece,
  placeAt: (offset: number) => ReturnType<PlaceOf>,
): PlaceOf {
  const start = placeAt(piece.start);
  const document = readDocument(file, text.slice(piece.start, piece.end));
  return (pointer) => (document.ok ? shifted(document.placeOf(isJson ? pointer : `/0${pointer}`), start) : start);
}

function shifted({ line, column }: ReturnType<PlaceOf>, start: ReturnType<PlaceOf>): ReturnType<PlaceOf> {
  return { line: start.line + line - 1, column: line === 1 ? start.column + column - 1 : column };
}

/** Ten times as fast as YAML, of which JSON is a subset; `null` if the text is not JSON or repeats a key. */
function plainJson(text: string): { readonly ok: true; readonly value: unknown } | null {
  if (text.includes('__proto__')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return countKeys(value) === (text.match(KEY)?.length ?? 0) ? { ok: true, value } : null;
  } catch {
    return null;
  }
}

const KEY = /"(?:[^"\\]|\\.)*"\s*:/g;

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const members = Object.values(value);
  const own = Array.isArray(value) ? 0 : members.length;
  return members.reduce<number>((sum, member) => sum + countKeys(member), own);
}
