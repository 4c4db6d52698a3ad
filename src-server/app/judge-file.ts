/**
 * What is wrong with one file, as far as can be known without running it: its form, the names in it, what it says of
 * exchanges, instruments and paths. Refuses to start anything, and to judge files that are neither scenario nor world.
 */
import { basename } from 'node:path';
import type { MarketData } from '../market/market-data.ts';
import { layOwnMarket } from '../market/own-market.ts';
import { type KnownFacts, stepFacts, worldFacts } from '../scenario/check-facts.ts';
import { pathFault } from '../scenario/check-paths.ts';
import { everyStep } from '../scenario/every-step.ts';
import { judgeStepsFile, type LoadedScenario } from '../scenario/load-scenario.ts';
import { MOST_BYTES, readDocument } from '../scenario/read-document.ts';
import { isLargeWorld, MOST_WORLD_BYTES, readWorld } from '../scenario/read-world.ts';
import { type FileFault, faultAt, inOrder } from '../scenario/read-yaml.ts';
import { projectRoot, readSource } from '../system/read-source.ts';
import { checkContents } from './check-contents.ts';
import { loadScenario, sourceFiles } from './load-scenario.ts';
import { ownMarketOf } from './own-market.ts';

export type FileKind = 'scenario' | 'steps' | 'world';

export interface ValidatedFile {
  readonly file: string;
  readonly kind: FileKind;
  readonly faults: readonly FileFault[];
  /** What is no fault, but somebody may want to know. */
  readonly notes: readonly FileFault[];
}

/** Nothing for files that were found and are none of ours: schemas, golden logs, settings of other tools. */
export function judgeFile(
  { file, isNamed }: { readonly file: string; readonly isNamed: boolean },
  root: string | null,
  market: MarketData,
): ValidatedFile[] {
  const source = readSource(file, isNamed ? MOST_WORLD_BYTES : MOST_BYTES);
  if (!source.ok) return [{ file, kind: 'scenario', faults: [wholeFile(file, source.issue)], notes: [] }];
  const within = root ?? projectRoot(file);
  if (isLargeWorld(source.text)) {
    return [{ file, kind: 'world', faults: worldFaults(file, source.text, within, market), notes: [] }];
  }
  const document = readDocument(file, source.text);
  // A file that cannot be read may be anything; one that was found and is no YAML is told rather than lost.
  if (!document.ok) return [{ file, kind: 'scenario', faults: document.faults, notes: [] }];
  const kind = kindOfFile(document.value) ?? (isNamed ? 'scenario' : null);
  if (kind === null || (!isNamed && basename(file).endsWith('.schema.json'))) return [];
  if (kind === 'world') return [{ file, kind, faults: worldFaults(file, source.text, within, market), notes: [] }];
  if (kind === 'steps') return [{ file, kind, faults: judgeStepsFile(sourceFiles(within), file), notes: [] }];
  const result = loadScenario(file, within);
  if (!result.ok) return [{ file, kind, faults: result.faults, notes: [] }];
  return [{ file, kind, faults: scenarioFaults(result.loaded, within, market), notes: unusedNames(result.loaded) }];
}

const LISTS_OF_WORLDS = ['portfolios', 'webhooks', 'market_events', 'faults', 'series', 'synthetic'];
const TABLES_OF_WORLDS = ['exchanges', 'accounts', 'fx'];

/** Told by what is in it; `null` for what is none of ours, as far as one can see. */
function kindOfFile(value: unknown): FileKind | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  if ('steps' in value) return 'name' in value || 'world' in value ? 'scenario' : 'steps';
  if ('world' in value) return 'scenario';
  const members = value as Readonly<Record<string, unknown>>;
  const isWorld =
    LISTS_OF_WORLDS.some((key) => Array.isArray(members[key])) ||
    TABLES_OF_WORLDS.some((key) => typeof members[key] === 'object' && !Array.isArray(members[key]));
  return isWorld ? 'world' : null;
}

function worldFaults(file: string, text: string, root: string, market: MarketData): FileFault[] {
  const read = readWorld(file, text);
  if (!read.ok) return read.faults;
  const { faults, badRows } = checkContents(read.value, { file, root }, market);
  const strange = worldFacts(factsOf(market, read.value), read.value);
  return inOrder([
    ...faults.map(({ path, issue }) => ({ file, ...read.placeOf(path), pointer: path, issue })),
    ...strange.map((place) => faultAt(file, read.placeOf, place)),
    ...badRows.map((row) => wholeFile(file, row)),
  ]);
}

function scenarioFaults(
  { file, scenario, placeOf, stepPlace }: LoadedScenario,
  root: string,
  market: MarketData,
): FileFault[] {
  const { faults, badRows } = checkContents(scenario.world, { file, root }, market);
  const facts = factsOf(market, scenario.world);
  const ofSteps = [...everyStep(scenario.steps)].flatMap((step) => {
    const { pointer, ...place } = stepPlace(step);
    const path = pathFault(step);
    const strange = stepFacts(facts, step).map(({ path: within, issue }) => ({
      pointer: `/${within.join('/')}`,
      issue,
    }));
    return [...(path === null ? [] : [path]), ...strange].map((fault) => {
      const full = `${pointer}${fault.pointer}`;
      return { ...(place.file === file ? { file, ...placeOf(full) } : place), pointer: full, issue: fault.issue };
    });
  });
  return [
    ...inOrder([
      ...faults.map(({ path, issue }) => ({ file, ...placeOf(`/world${path}`), pointer: `/world${path}`, issue })),
      ...worldFacts(facts, scenario.world).map((place) => faultAt(file, placeOf, place, '/world')),
    ]),
    ...badRows.map((row) => wholeFile(file, row)),
    ...ofSteps,
  ];
}

/** Of a world whose own market is not sound, only what all worlds share is known. */
function factsOf(market: MarketData, world: Parameters<typeof ownMarketOf>[0]): KnownFacts {
  const own = ownMarketOf(world);
  const laid = own === null ? null : layOwnMarket(market, own);
  const { exchanges, instruments } = laid?.ok ? laid.market : market;
  return { mics: [...exchanges.keys()], isins: new Set(instruments.keys()) };
}

function unusedNames({ unusedNames: names }: LoadedScenario): FileFault[] {
  return names.map(({ name, place }) => ({ ...place, issue: `\${${name}} is saved and never used` }));
}

function wholeFile(file: string, issue: string): FileFault {
  return { file, line: 1, column: 1, pointer: '', issue };
}
