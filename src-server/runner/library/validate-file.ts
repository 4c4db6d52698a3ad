/**
 * Validates one file as far as possible without running it: its form, its names, and its exchanges, instruments and
 * paths. For a lab file, an exploration, a task and settings it checks only the form. Starts nothing, and refuses files
 * of other kinds.
 */
import { basename } from 'node:path';
import type { z } from 'zod';
import { agentTask } from '../../contract/scenario/agent-task.ts';
import { CONFIG_FILE, configFile } from '../../contract/scenario/config-file.ts';
import { customMarket } from '../../contract/scenario/custom-market.ts';
import { exploreFile } from '../../contract/scenario/explore-file.ts';
import { labFile } from '../../contract/scenario/lab-file.ts';
import { type WorldContents, worldFile } from '../../contract/scenario/world-file.ts';
import { parseInstant } from '../../domain/numbers/instant.ts';
import { createCustomMarket } from '../../market/data/custom-market.ts';
import type { MarketData } from '../../market/data/market-data.ts';
import { expectedFacts, propertyFacts } from '../../scenario/check/check-expected-facts.ts';
import { type KnownFacts, stepFacts, withNewIsins, worldFacts } from '../../scenario/check/check-facts.ts';
import { stubStepFaults } from '../../scenario/check/check-faults.ts';
import { pathFault } from '../../scenario/check/check-paths.ts';
import { pinnedEvents } from '../../scenario/check/check-pinned-events.ts';
import {
  knownSinks,
  sinksSentTo,
  stepReceiverFaults,
  unknownSinks,
  worldReceiverFaults,
} from '../../scenario/check/check-receivers.ts';
import { requestFaults } from '../../scenario/check/check-requests.ts';
import { setUpFaults, setUpOf } from '../../scenario/check/check-setup.ts';
import { impossibleFaults, mayStub } from '../../scenario/check/check-statuses.ts';
import { pastSteps } from '../../scenario/check/check-time.ts';
import { everyStep } from '../../scenario/load/every-step.ts';
import { type LoadedScenario, validateStepsFile, wrapperOf } from '../../scenario/load/load-scenario.ts';
import { MAX_DOCUMENT_BYTES, type PlaceOf, readDocument } from '../../scenario/load/read-document.ts';
import { isLargeWorld, MAX_WORLD_BYTES, readWorld } from '../../scenario/load/read-world.ts';
import { type FileFault, faultAt, inOrder, readYaml } from '../../scenario/load/read-yaml.ts';
import { tokensOf } from '../../scenario/references/json-pointer.ts';
import { projectRoot, readSource } from '../../system/files/read-source.ts';
import { checkContents } from '../../world/contents/check-contents.ts';
import { customMarketOf } from '../../world/contents/custom-market.ts';
import { createUrlValidator } from '../../world/webhook-addresses.ts';
import { savedWorld } from '../replay/scenario-world.ts';
import { decidedFaults, stepFault } from './decided-faults.ts';
import { environmentValues } from './environment-values.ts';
import { hasMisspeltField, isEmptyYaml } from './find-scenarios.ts';
import { loadScenario, sourceFiles } from './load-scenario.ts';

type FileKind = 'scenario' | 'steps' | 'world' | 'lab' | 'exploration' | 'task' | 'config';

export interface ValidatedFile {
  readonly file: string;
  readonly kind: FileKind;
  readonly faults: readonly FileFault[];
  /** Notes that are not errors. */
  readonly notes: readonly FileFault[];
}

/**
 * `isFromHere`: the environment of this process may set the variables of the file's `env`. Returns nothing for files
 * that were found and do not belong to Ballast: schemas, golden logs, settings of other tools.
 */
export function validateFile(
  { file, isNamed }: { readonly file: string; readonly isNamed: boolean },
  root: string | null,
  market: MarketData,
  isFromHere = false,
): ValidatedFile[] {
  const source = readSource(file, isNamed ? MAX_WORLD_BYTES : MAX_DOCUMENT_BYTES);
  if (!source.ok) return [{ file, kind: 'scenario', faults: [wholeFile(file, source.issue)], notes: [] }];
  const within = root ?? projectRoot(file);
  if (isLargeWorld(source.text)) {
    return [validateWorldFile(file, source.text, within, market)];
  }
  const document = readDocument(file, source.text);
  // A file that was found and cannot be read is reported if it may belong to Ballast.
  const readable = document.ok ? document : document.readable;
  if (readable === null) {
    const isOurs = isNamed || isEmptyYaml(file, source.text) || OUR_FIELDS.test(source.text);
    return isOurs ? [{ file, kind: 'scenario', faults: document.ok ? [] : document.faults, notes: [] }] : [];
  }
  const isMeant =
    isNamed || isEmptyYaml(file, source.text) || hasMisspeltField(source.text) || wrapperOf(readable.value) !== null;
  const kind = kindOfFile(basename(file), readable.value) ?? (isMeant ? 'scenario' : null);
  if (kind === null || (!isNamed && basename(file).endsWith('.schema.json'))) return [];
  if (kind === 'world') return [validateWorldFile(file, source.text, within, market)];
  if (isOfFormAlone(kind)) return [validateForm(file, source.text, kind)];
  if (kind === 'steps') return [{ file, kind, faults: validateStepsFile(sourceFiles(within), file), notes: [] }];
  const result = loadScenario(file, within, isFromHere ? environmentValues(file) : {});
  if (result.ok) {
    const all = scenarioFaults(result.loaded, within, market);
    const faults = [
      ...inOrder(all.filter((fault) => fault.file === file)),
      ...all.filter((fault) => fault.file !== file),
    ];
    return [{ file, kind, faults, notes: [...result.loaded.notes] }];
  }
  // A file with one issue is still validated to the end, so that all issues can be fixed at once.
  const more = result.partial === null ? [] : scenarioFaults(result.partial, within, market);
  // An unknown name is reported with the known ones, and not by its form as well.
  const unknownNames = new Set(
    more
      .filter(({ issue }) => issue.startsWith('there is no '))
      .map(({ file: where, pointer }) => `${where} ${pointer}`),
  );
  const all = [...result.faults.filter((fault) => !unknownNames.has(`${fault.file} ${fault.pointer}`)), ...more];
  const own = inOrder(all.filter((fault) => fault.file === file));
  return [{ file, kind, faults: [...own, ...all.filter((fault) => fault.file !== file)], notes: [] }];
}

/** A top-level field of Ballast's files. */
const OUR_FIELDS =
  /^(?:[{ ]*)["']?(?:steps|world|portfolios|webhooks|policies|paths|task|checks|invariants|faults)["']?\s*:/m;

const LISTS_OF_WORLDS = ['portfolios', 'webhooks', 'market_events', 'faults', 'series', 'synthetic'];
/** Fields that only explorations have. */
const EXPLORATION_FIELDS = ['command', 'keep_alive', 'invariants', 'idle', 'storm'];
const TABLES_OF_WORLDS = ['exchanges', 'accounts', 'fx'];

/** Recognises a file by its name or its contents; `null` if it does not seem to belong to Ballast. */
function kindOfFile(name: string, value: unknown): FileKind | null {
  if (name === CONFIG_FILE) return 'config';
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  if ('steps' in value) return 'name' in value || 'world' in value ? 'scenario' : 'steps';
  if ('policies' in value && 'paths' in value) return 'lab';
  if ('task' in value && 'checks' in value) return 'task';
  if (EXPLORATION_FIELDS.some((field) => field in value)) return 'exploration';
  if ('world' in value) return 'scenario';
  const members = value as Readonly<Record<string, unknown>>;
  const isWorld =
    LISTS_OF_WORLDS.some((key) => Array.isArray(members[key])) ||
    TABLES_OF_WORLDS.some((key) => typeof members[key] === 'object' && !Array.isArray(members[key]));
  return isWorld ? 'world' : null;
}

const FORMS = { lab: labFile, task: agentTask, config: configFile, exploration: exploreFile } as const;

function isOfFormAlone(kind: FileKind): kind is keyof typeof FORMS {
  return Object.hasOwn(FORMS, kind);
}

function validateForm(file: string, text: string, kind: keyof typeof FORMS): ValidatedFile {
  const read = readYaml<z.ZodType>(file, text, FORMS[kind]);
  return { file, kind, faults: read.ok ? [] : read.faults, notes: [] };
}

function validateWorldFile(file: string, text: string, root: string, market: MarketData): ValidatedFile {
  const read = readWorld(file, text);
  if (read.ok) return validatedWorld({ file, root, placeOf: read.placeOf, at: '' }, read.value, read.value, [], market);
  const document = isLargeWorld(text) ? null : readDocument(file, text);
  const readable = document === null || document.ok ? document : document.readable;
  if (readable === null) return { file, kind: 'world', faults: read.faults, notes: [] };
  const { value, placeOf } = readable;
  return validatedWorld({ file, root, placeOf, at: '' }, value, null, read.faults, market);
}

/** `reported`: the issues of its form. */
function validatedWorld(
  place: WorldPlace,
  value: unknown,
  contents: WorldContents | null,
  reported: readonly FileFault[],
  market: MarketData,
): ValidatedFile {
  const { file, placeOf } = place;
  // The hosts that may receive webhooks are configured where the world is served.
  const refused = worldReceiverFaults(value, ANY_RECEIVER).map((issue) => faultAt(file, placeOf, issue));
  const faults = inOrder([...reported, ...contentFaults(place, value, contents, market), ...refused]);
  const places = new Set(refused.map(({ pointer }) => pointer));
  const notes = worldReceiverFaults(value, FAR_RECEIVERS)
    .map((place) => faultAt(file, placeOf, place))
    .filter(({ pointer }) => !places.has(pointer));
  return { file, kind: 'world', faults, notes };
}

interface WorldPlace {
  readonly file: string;
  readonly root: string;
  readonly placeOf: PlaceOf;
  /** Place of the world in the file. */
  readonly at: '' | '/world';
  /** Virtual time at which the world starts; left out if the user chooses it. */
  readonly beginsMs?: number | null;
}

/** Validates the exchanges, instruments and prices of a world's contents; `contents` null: they have other issues. */
function contentFaults(
  { file, root, placeOf, at, beginsMs = null }: WorldPlace,
  world: unknown,
  contents: WorldContents | null,
  market: MarketData,
): FileFault[] {
  const facts = factsOf(market, world, contents);
  const strange = facts === null ? [] : worldFacts(facts, world);
  const reported = strange.map((place) => faultAt(file, placeOf, place, at));
  if (contents === null) return reported;
  const { faults, badRows } = checkContents(contents, { file, root }, market, beginsMs);
  return [
    ...inOrder([
      ...faults.map(({ path, issue }) => ({ file, ...placeOf(`${at}${path}`), pointer: `${at}${path}`, issue })),
      ...reported,
    ]),
    ...badRows.map((row) => wholeFile(file, row)),
  ];
}

function scenarioFaults(loaded: LoadedScenario, root: string, market: MarketData): FileFault[] {
  const { file, scenario, placeOf } = loaded;
  const steps = [...everyStep(scenario.steps)];
  const contents = worldFile.safeParse(scenario.world ?? {}).data ?? null;
  const known = factsOf(market, scenario.world, contents);
  const facts = known === null ? null : withNewIsins(known, steps);
  const hasStubs = mayStub([scenario.world, steps]);
  const sentTo = sinksSentTo(scenario, steps);
  const sinks = knownSinks(sentTo, steps);
  const setUp = setUpOf(scenario, steps, sentTo);
  const past = pastSteps(scenario);
  const usedKeys = new Set<string>();
  const validateUrl = scenario.receivers === 'stand_in' ? ANY_RECEIVER : FAR_RECEIVERS;
  const ofSteps = steps.flatMap((step) => {
    const path = pathFault(step);
    const strange = [
      ...(path === null ? [] : [{ path: tokensOf(path.pointer), issue: path.issue }]),
      ...(facts === null ? [] : [...stepFacts(facts, step), ...expectedFacts(facts, step)]),
      ...stepReceiverFaults(step, validateUrl),
      ...(sinks === null ? [] : unknownSinks(step, sinks)),
      ...setUpFaults(step, setUp),
      ...impossibleFaults(step, hasStubs),
      ...requestFaults(step, { hasStubs, usedKeys }),
      ...stubStepFaults(step),
      ...(past.get(step) ?? []),
    ];
    return strange.map((fault) => stepFault(loaded, step, fault));
  });
  const beginsMs = typeof scenario.clock === 'string' ? parseInstant(scenario.clock) : null;
  const start = scenario.start === undefined ? null : savedWorld(scenario.start, file, root);
  return [
    ...(start?.ok === false ? [faultAt(file, placeOf, { path: ['start', 'snapshot'], issue: start.issue })] : []),
    ...worldReceiverFaults(scenario.world, validateUrl).map((place) => faultAt(file, placeOf, place, '/world')),
    ...contentFaults({ file, root, placeOf, at: '/world', beginsMs }, scenario.world, contents, market),
    ...(facts === null ? [] : propertyFacts(facts, scenario)).map((place) => faultAt(file, placeOf, place)),
    ...pinnedEvents(scenario.world, steps).map((place) => faultAt(file, placeOf, place, '/world')),
    ...decidedFaults(loaded),
    ...ofSteps,
  ];
}

/** Scenarios run where webhooks may not leave this machine. */
const FAR_RECEIVERS = createUrlValidator({}, null);
const ANY_RECEIVER = createUrlValidator({ standInReceivers: true }, null);

/** `null` if the world has an invalid custom market. */
function factsOf(market: MarketData, world: unknown, contents: WorldContents | null): KnownFacts | null {
  if (contents === null && hasCustomMarket(world)) return null;
  const own = contents === null ? null : customMarketOf(contents);
  const laid = own === null ? null : createCustomMarket(market, own);
  const { exchanges, instruments, fx } = laid?.ok ? laid.market : market;
  const sectors = [...new Set([...instruments.values()].map(({ sector }) => sector))].sort();
  return {
    mics: [...exchanges.keys()],
    isins: new Set(instruments.keys()),
    currencies: Object.keys(fx.perEurMicro),
    sectors,
  };
}

function hasCustomMarket(world: unknown): boolean {
  return typeof world === 'object' && world !== null && Object.keys(customMarket).some((key) => key in world);
}

function wholeFile(file: string, issue: string): FileFault {
  return { file, line: 1, column: 1, pointer: '', issue };
}
