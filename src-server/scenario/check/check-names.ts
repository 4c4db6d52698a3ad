/**
 * Checks that every `${name}` has a value when it is used, known from the start or saved by an earlier step, and that
 * no text has an invalid reference, which would be sent unchanged.
 */

import { pointerTo } from '../../contract/fields/issue-places.ts';
import { didYouMean } from '../../contract/fields/nearest-name.ts';
import type { ScenarioFile } from '../../contract/scenario/scenario-file.ts';
import { GIVEN_NAMES, INDEX_NAME } from '../../contract/scenario/scenario-names.ts';
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import { everyStep } from '../load/every-step.ts';
import type { FileFault } from '../load/read-document.ts';
import type { StepPlace, StepSource } from '../load/scenario-sources.ts';
import { namesOfExpression, referencesIn, textsIn } from '../references/fill-references.ts';
import { expressionFault, unreadableReferences } from '../references/unreadable-references.ts';
import { eventShapes } from './check-events.ts';
import { identifierFaults } from './check-identifiers.ts';
import { pathIdFaults } from './check-path-ids.ts';
import { partFaults, plainNameFaults } from './check-plain-names.ts';
import { mayStub } from './check-statuses.ts';
import { conditionFaults, pathFaultOf, referredShapes } from './check-values.ts';
import { IDENTIFIERS, type SavedShapes, type Shapes, savedValues } from './response-shapes.ts';
import { sweepConditionFaults } from './sweep-condition.ts';

interface CheckedNames {
  readonly faults: FileFault[];
  /** Names that a step saves and no step uses. */
  readonly unused: FileFault[];
}

interface NameWalk {
  readonly faults: FileFault[];
  readonly stepPlace: (step: ScenarioStep) => StepPlace;
  readonly placeIn: (place: StepPlace, pointer: string) => StepPlace;
  readonly used: Set<string>;
  /** The file of the scenario, and its variables; those of included files are unknown here. */
  readonly file: string;
  readonly variables: ReadonlyMap<string, unknown>;
  readonly saved: Map<string, StepPlace>;
  /** Names of the values of repetitions. */
  readonly loops: Map<string, StepPlace>;
  /** The service may respond with anything (decision R1). */
  readonly hasStubs: boolean;
  /** Names of entities, and where each is defined. */
  readonly aliases: Map<string, string>;
}

/** `filled`: the file with its variables filled in. */
export function checkNames(
  scenario: ScenarioFile,
  filled: Readonly<Record<string, unknown>>,
  top: StepSource,
  stepPlace: (step: ScenarioStep) => StepPlace,
): CheckedNames {
  const faults: FileFault[] = [];
  const placeIn = (place: StepPlace, pointer: string): StepPlace => {
    const full = `${place.pointer}${pointer}`;
    // In an included file only the place of the step is known here.
    return place.file === top.file
      ? { file: top.file, ...top.placeOf(full), pointer: full }
      : { ...place, pointer: full };
  };
  const ofWorld = namesOfWorld(filled.world).map(([name]) => [name, 'in the world already'] as const);
  const walk: NameWalk = {
    faults,
    stepPlace,
    placeIn,
    used: new Set(),
    saved: new Map(),
    loops: new Map(),
    file: top.file,
    variables: top.variables,
    aliases: new Map(ofWorld),
    hasStubs: mayStub([filled.world, scenario.steps]),
  };
  const start: StepPlace = { file: top.file, line: 1, column: 1, pointer: '' };
  faults.push(
    ...takenVariables(top.variables, walk.aliases).map(({ name, issue }) => ({
      ...placeIn(start, `/variables/${name}`),
      issue,
    })),
  );
  // A world is created before any step, and variables are already filled in.
  for (const part of ['world', 'clock', 'drift_check', 'dividends', 'settlement', 'start']) {
    for (const { name, pointer } of referencesIn(filled[part])) {
      faults.push({ ...placeIn(start, `/${part}${pointer}`), issue: missing(name, [...top.variables.keys()]) });
    }
    const placeAt = (pointer: string) => placeIn(start, `/${part}${pointer}`);
    faults.push(...unreadable(filled[part], [...top.variables.keys()], placeAt));
  }
  const known = new Map<string, Shapes>([
    ...[...GIVEN_NAMES, ...namesIn(scenario.start?.keys)].map((name) => [name, null] as const),
    ...namesOfWorld(filled.world),
  ]);
  walkSteps(walk, scenario.steps, known);
  for (const part of ['measures', 'eventually'] as const) look(walk, { [part]: scenario[part] }, start, known);
  // Properties of every event may refer to it.
  for (const [index, property] of listOf(scenario.always).entries()) {
    const place = { ...start, pointer: `/always/${index}` };
    look(walk, property, place, new Map(known).set(EVENT_NAME, eventShapes(property)));
    if ('assert' in property && typeof property.assert === 'string' && !speaksOfEvent(property.assert))
      faults.push({ ...placeIn(place, '/assert'), issue: 'must refer to the data of its event, as `event`' });
  }
  faults.push(...sweepFaults(scenario).map(({ pointer, issue }) => ({ ...placeIn(start, pointer), issue })));
  return { faults, unused: [...unusedOf(walk, walk.saved, 'saved and '), ...unusedOf(walk, walk.loops, '')] };
}

function unusedOf({ used }: NameWalk, names: ReadonlyMap<string, StepPlace>, what: string): FileFault[] {
  return [...names]
    .filter(([name]) => !used.has(name))
    .map(([name, place]) => ({ ...place, issue: `\${${name}} is ${what}never used` }));
}

/** The issues of a sweep's conditions, which refer to measures. */
function sweepFaults({ sweep, measures = {} }: ScenarioFile): { readonly pointer: string; readonly issue: string }[] {
  return textsOf(sweep?.assert).flatMap((assert, index) =>
    sweepConditionFaults(assert, Object.keys(measures)).map((issue) => ({ pointer: `/sweep/assert/${index}`, issue })),
  );
}

/** Variables that would hide another name. */
function takenVariables(
  variables: ReadonlyMap<string, unknown>,
  aliases: ReadonlyMap<string, string>,
): { readonly name: string; readonly issue: string }[] {
  return [...variables.keys()].flatMap((name) => {
    const alias = aliases.get(name);
    const holder = RESERVED.has(name) ? 'is there in every run' : alias === undefined ? null : `is ${alias}`;
    return holder === null ? [] : [{ name, issue: `\${${name}} ${holder}; choose another name` }];
  });
}

function walkSteps(walk: NameWalk, steps: readonly ScenarioStep[], known: Map<string, Shapes>): void {
  for (const step of steps) {
    const place = walk.stepPlace(step);
    if ('repeat' in step) {
      const { steps: inner, ...how } = step.repeat;
      look(walk, { ...step, repeat: how }, place, known);
      if (how.as !== undefined && isNamed(walk, how.as, place, known))
        walk.faults.push({ ...walk.placeIn(place, '/repeat/as'), issue: alreadyNamed(how.as) });
      if (how.as !== undefined) walk.loops.set(how.as, walk.placeIn(place, '/repeat/as'));
      const within = new Map(known).set(INDEX_NAME, null);
      if (how.as !== undefined) within.set(how.as, referredShapes(how.over, known, '/0'));
      walkSteps(walk, inner, within);
      for (const [name, shapes] of within) if (name !== INDEX_NAME && name !== how.as) known.set(name, shapes);
    } else if ('fork' in step) {
      look(walk, { ...step, fork: {} }, place, known);
      for (const [name, branch] of Object.entries(step.fork)) {
        if (isNamed(walk, name, place, known))
          walk.faults.push({ ...walk.placeIn(place, `/fork/${name}`), issue: alreadyNamed(name) });
        walkSteps(walk, branch, new Map(known));
        // Names saved in a branch are members of the fork's name.
        for (const each of everyStep(branch))
          for (const saved of savedValues(each, walk.hasStubs)) walk.used.add(saved.name);
        known.set(name, null);
      }
    } else if ('parallel' in step) {
      // Parallel requests cannot use each other's saved values, because all are sent before any response.
      const before = new Map(known);
      look(walk, { ...step, parallel: [] }, place, known);
      for (const inner of step.parallel) {
        look(walk, inner, walk.stepPlace(inner), before);
        save(walk, inner, walk.stepPlace(inner), known);
      }
    } else {
      look(walk, step, place, known);
      save(walk, step, place, known);
    }
  }
}

function look(walk: NameWalk, step: object, place: StepPlace, known: SavedShapes): void {
  const { assert, if: condition, skip: _why, ...rest } = step as Readonly<Record<string, unknown>>;
  for (const { name, tail, pointer } of referencesIn(rest)) {
    walk.used.add(name);
    const isOwnName = pointer === '/as' || pointer === '/repeat/as';
    const issue = isOwnName
      ? `is already a name: write only ${name}`
      : known.has(name)
        ? pathFaultOf({ name, tail }, known)
        : missing(name, [...known.keys()]);
    if (issue !== null) walk.faults.push({ ...walk.placeIn(place, pointer), issue });
  }
  walk.faults.push(...unreadable(rest, [...known.keys()], (pointer) => walk.placeIn(place, pointer)));
  walk.faults.push(
    ...plainNameFaults(rest, known).map(({ pointer, issue }) => ({ ...walk.placeIn(place, pointer), issue })),
  );
  walk.faults.push(
    ...pathIdFaults(rest, known).map(({ pointer, issue }) => ({ ...walk.placeIn(place, pointer), issue })),
  );
  walk.faults.push(
    ...identifierFaults(rest as unknown as ScenarioStep, known, walk.hasStubs).map(({ pointer, issue }) => ({
      ...walk.placeIn(place, pointer),
      issue,
    })),
  );
  walk.faults.push(
    ...partFaults(step as ScenarioStep, known).map(({ pointer, issue }) => ({
      ...walk.placeIn(place, pointer),
      issue,
    })),
  );
  for (const [key, text] of Object.entries({ assert, if: condition })) {
    // The schema of the step reports any other value.
    if (typeof text === 'string') lookAtCondition(walk, text, walk.placeIn(place, `/${key}`), known);
  }
}

/** Conditions that prove nothing are found in their original text, before variables are filled in. */
function lookAtCondition(walk: NameWalk, text: string, place: StepPlace, known: SavedShapes): void {
  const issue = expressionFault(text);
  if (issue !== null) walk.faults.push({ ...place, issue: `is not a condition: ${issue}` });
  for (const name of namesOfExpression(text)) {
    walk.used.add(name);
    if (!known.has(name))
      walk.faults.push({ ...place, issue: `${missing(name, [...known.keys()])}; write a text as '${name}'` });
  }
  walk.faults.push(...conditionFaults(text, known).map((each) => ({ ...place, issue: each })));
}

/** An invalid file may have any value there. */
function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** An invalid file may have any value there. */
function listOf(value: unknown): readonly object[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : [];
}

/** Also true for an invalid expression, which is reported as such. */
function speaksOfEvent(condition: string): boolean {
  return expressionFault(condition) !== null || namesOfExpression(condition).includes(EVENT_NAME);
}

/** The name of the event data. */
const EVENT_NAME = 'event';

/** `{{name}}` is a reference in other tools, but not here. */
const BRACES = /\{\{\s*[\w./]+\s*\}\}/g;

function unreadable(value: unknown, names: readonly string[], placeAt: (pointer: string) => StepPlace): FileFault[] {
  return [...textsIn(value)].flatMap(({ text, pointer }) => {
    const issues = unreadableReferences(text, names);
    for (const [braces] of text.matchAll(BRACES))
      issues.push(`has ${braces}, which is no reference: a name is written as \${name}, of ${names.join(', ')}`);
    return issues.map((issue) => ({ ...placeAt(pointer), issue }));
  });
}

const RESERVED = new Set<string>([...GIVEN_NAMES, INDEX_NAME]);

function save(walk: NameWalk, step: ScenarioStep, place: StepPlace, known: Map<string, Shapes>): void {
  for (const { name, path, shapes, fault } of savedValues(step, walk.hasStubs)) {
    const pointer = pointerTo(path);
    const at = walk.placeIn(place, pointer);
    if (fault !== null) walk.faults.push({ ...at, issue: fault.issue });
    if (RESERVED.has(name))
      walk.faults.push({ ...at, issue: `\${${name}} is there in every run; choose another name` });
    // Variables of the file are filled in before any step saves a value.
    else if (walk.variables.has(name) && place.file === walk.file)
      walk.faults.push({ ...at, issue: `\${${name}} is a variable of the file already; choose another name` });
    const holder = walk.aliases.get(name);
    if (holder !== undefined && holder !== at.pointer)
      walk.faults.push({ ...at, issue: `is already taken: \${${name}} is ${holder}; choose another name` });
    if (pointer === '/as') walk.aliases.set(name, `what ${at.file}:${at.line} sets`);
    // A skipped step leaves the old value.
    known.set(name, 'if' in step && known.has(name) ? null : shapes);
    walk.saved.set(name, at);
  }
}

/** An invalid file may have any value there. */
function namesIn(names: unknown): string[] {
  return typeof names === 'object' && names !== null ? Object.keys(names) : [];
}

/** Every named entity of a world has an id under that name. */
function namesOfWorld(world: unknown): [string, Shapes][] {
  if (typeof world !== 'object' || world === null) return [];
  return Object.entries(world).flatMap(([list, entries]: [string, unknown]) =>
    (Array.isArray(entries) ? entries : []).flatMap((entry: unknown): [string, Shapes][] =>
      typeof entry === 'object' && entry !== null && 'as' in entry && typeof entry.as === 'string'
        ? [[entry.as, Object.hasOwn(IDENTIFIERS, list) ? (IDENTIFIERS[list] ?? null) : null]]
        : [],
    ),
  );
}

function isNamed(walk: NameWalk, name: string, { file }: StepPlace, known: SavedShapes): boolean {
  return known.has(name) || RESERVED.has(name) || (walk.variables.has(name) && file === walk.file);
}

function alreadyNamed(name: string): string {
  return `\${${name}} is something else already; choose another name`;
}

/** Start of the issue for an unknown name. */
export const NOT_SAVED = 'nothing before this saves';

function missing(name: string, known: readonly string[]): string {
  const near = didYouMean(name, known);
  const isOfEnvironment = near === '' && /^[A-Z][A-Z0-9_]*$/.test(name);
  const hint = isOfEnvironment
    ? ` (to read it from the environment, write env: [${name}] at the top of the file)`
    : near;
  return `${NOT_SAVED} \${${name}}${hint}`;
}
