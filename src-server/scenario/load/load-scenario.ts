/**
 * Loads a scenario file and the files that it includes, or reports every error with its place. Files are read through a
 * port, so nothing outside the project is ever opened.
 */

import { type IssuePlace, pointerTo } from '../../contract/fields/issue-places.ts';
import { OF_NEW_WORLDS, type ScenarioFile, scenarioFile, stepsFile } from '../../contract/scenario/scenario-file.ts';
import { MAX_STEPS } from '../../contract/scenario/scenario-flow-steps.ts';
import { kindOf, type ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import type { Json } from '../../kernel/canonical-json.ts';
import { eventFaults, propertyFaults } from '../check/check-events.ts';
import { misspeltNames } from '../check/check-misspelt.ts';
import { checkNames, NOT_SAVED } from '../check/check-names.ts';
import { emptyRanges } from '../check/check-ranges.ts';
import { emptyCondition } from '../references/empty-conditions.ts';
import { textsIn } from '../references/fill-references.ts';
import { createFillRoom } from '../references/fill-room.ts';
import { applyVariations, environmentNames } from './apply-variations.ts';
import { countSteps } from './count-steps.ts';
import { everyStep } from './every-step.ts';
import { expandSteps } from './expand-steps.ts';
import { type Filling, filled, filledWithConditions, variablesOf } from './file-variables.ts';
import { type FileFault, type PlaceOf, readDocument } from './read-document.ts';
import { faultAt } from './read-yaml.ts';
import type { SourceFiles, StepPlace, StepSource } from './scenario-sources.ts';
import { checkValue } from './validate-value.ts';

export interface LoadedScenario {
  readonly file: string;
  /** Variables are filled in, and includes are replaced by their steps. */
  readonly scenario: ScenarioFile;
  /** Places in `file` itself. */
  readonly placeOf: PlaceOf;
  /** Place of a step of any depth. */
  readonly stepPlace: (step: ScenarioStep) => StepPlace;
  /** Every file that was read, this one first. */
  readonly sources: readonly string[];
  /** Notes that are not errors: saved names and variables that nothing uses. */
  readonly notes: readonly FileFault[];
}

export type LoadResult =
  | { readonly ok: true; readonly loaded: LoadedScenario }
  | {
      readonly ok: false;
      readonly faults: FileFault[];
      /** Everything that could be read, to report all errors at once; it cannot be run. */
      readonly partial: LoadedScenario | null;
    };

/** `vary`: values by JSON pointer into the file, or by name of a variable; the varied file is validated. */
export function loadScenarioFrom(files: SourceFiles, file: string, vary: Readonly<Record<string, Json>>): LoadResult {
  const read = files.read(file);
  const bad = (issue: string): LoadResult => ({
    ok: false,
    faults: [{ file, line: 1, column: 1, pointer: '', issue }],
    partial: null,
  });
  if (!read.ok) return bad(read.issue);
  const document = readDocument(file, read.text);
  const readable = document.ok ? document : document.readable;
  if (readable === null) return { ok: false, faults: document.ok ? [] : document.faults, partial: null };
  const { placeOf } = readable;
  const varied = applyVariations(readable.value, vary);
  if (!varied.ok) {
    return { ok: false, faults: varied.places.map((place) => faultAt(file, placeOf, place)), partial: null };
  }
  const wrapped = wrapperOf(varied.value);
  if (wrapped !== null) return bad(wrapped);
  if (typeof varied.value !== 'object' || varied.value === null || Array.isArray(varied.value))
    return bad('is not a scenario: a scenario has a name, a world and steps');
  const unfilled: FileFault[] = [];
  const room = createFillRoom();
  const filling: Filling = {
    room,
    report: (pointer, issue) => unfilled.push({ file, ...placeOf(pointer), pointer, issue }),
  };
  const variables = variablesOf(varied.value, filling);
  const top = fillTop(varied.value, variables, filling);
  const validated = checkValue(scenarioFile, top, false);
  const unread = document.ok ? [] : document.faults;
  const faults = [
    ...unread,
    ...unfilled,
    ...[
      ...(validated.ok ? [] : validated.places),
      ...emptyAsserts(varied.value),
      ...unsetNames(top, variables),
      ...gluedDashes(top.steps),
      ...startConflicts(top),
      ...emptyParts(top),
      ...propertyFaults(top),
    ].map((place) => faultAt(file, placeOf, place)),
  ];
  const source: StepSource = { file, placeOf, variables };
  const expanded = expandSteps(files, source, top.steps, { room });
  faults.push(...expanded.faults);
  faults.push(...tooManySteps(expanded).map((place) => faultAt(file, placeOf, place)));
  const scenario = { ...(validated.ok ? validated.value : top), steps: expanded.steps } as ScenarioFile;
  const names = checkNames(scenario, top, source, expanded.stepPlace);
  // Steps that could not be read may save any name.
  const ofNames = expanded.isWhole && unfilled.length === 0 ? names.faults : [];
  const all = together(faults, ofNames, vainChecks(expanded.steps, source, expanded.stepPlace));
  const { stepPlace, sources } = expanded;
  const unusedVariables = namesWithoutUse(varied.value, [...variables.keys()]).map((name) =>
    faultAt(file, placeOf, { path: ['variables', name], issue: `\${${name}} is never used` }),
  );
  const notes = [...unusedVariables, ...names.unused];
  const loaded = { file, scenario, placeOf, stepPlace, sources: [file, ...sources], notes };
  return all.length === 0 ? { ok: true, loaded } : { ok: false, faults: distinct(all), partial: loaded };
}

/** Describes the list or field that wraps a whole scenario by mistake. */
export function wrapperOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || 'steps' in value) return null;
  const members = Object.entries(value);
  const [[key = '', inner] = []] = members.filter(([, member]) => hasSteps(member));
  if (members.length > (Array.isArray(value) ? MAX_STEPS : 1) || !hasSteps(inner)) return null;
  return Array.isArray(value)
    ? 'is a list: a file contains one scenario, with its name, world and steps at the top level'
    : `has its scenario below ${key}: name, world and steps belong at the top level of the file`;
}

function hasSteps(value: unknown): boolean {
  const [first]: unknown[] =
    typeof value === 'object' && value !== null && 'steps' in value && Array.isArray(value.steps) ? value.steps : [];
  return typeof first === 'object' && first !== null && kindOf(first) !== null;
}

/** Reports an invalid place once. An unknown name is the cause of all other issues of its text. */
function together(
  faults: readonly FileFault[],
  ofNames: readonly FileFault[],
  ofChecks: readonly FileFault[],
): FileFault[] {
  const unnamed = new Set(ofNames.filter(({ issue }) => issue.startsWith(NOT_SAVED)).map(placeKey));
  const others = faults.filter((fault) => !unnamed.has(placeKey(fault)));
  const reported = new Set(others.map(placeKey));
  return [...others, ...[...ofNames, ...ofChecks].filter((fault) => !reported.has(placeKey(fault)))];
}

function placeKey({ file, pointer }: Pick<FileFault, 'file' | 'pointer'>): string {
  return `${file} ${pointer}`;
}

/** Checks of steps that would pass whatever the service does. */
function vainChecks(
  steps: readonly ScenarioStep[],
  { file, placeOf }: StepSource,
  stepPlace: (step: ScenarioStep) => StepPlace,
): FileFault[] {
  return [...everyStep(steps)].flatMap((step) =>
    [...misspeltNames(step), ...eventFaults(step), ...emptyRanges(step)].map(({ path, issue }) => {
      const place = stepPlace(step);
      const pointer = `${place.pointer}${pointerTo(path)}`;
      // In an included file only the place of the step is known here.
      return { ...place, ...(place.file === file ? placeOf(pointer) : {}), pointer, issue };
    }),
  );
}

/** Conditions of `always` that prove nothing, in their original text. */
function emptyAsserts(top: object): IssuePlace[] {
  const properties: unknown[] = 'always' in top && Array.isArray(top.always) ? top.always : [];
  return properties.flatMap((property, index) => {
    const isCondition = typeof property === 'object' && property !== null && 'assert' in property;
    const issue = isCondition && typeof property.assert === 'string' ? emptyCondition(property.assert, 'run') : null;
    return issue === null ? [] : [{ path: ['always', index, 'assert'], issue }];
  });
}

/** Variables whose names are in no text of the file. */
function namesWithoutUse(document: object, names: readonly string[]): string[] {
  const { variables, env: _names, ...rest } = document as Readonly<Record<string, unknown>>;
  const texts = [...textsIn([rest, Object.values(Object(variables))])].map(({ text }) => text);
  return names.filter((name) => {
    const pattern = new RegExp(`(?<![\\w-])${name.replaceAll(/[^\w-]/g, '\\$&')}(?![\\w-])`);
    return !texts.some((text) => pattern.test(text));
  });
}

/** Names of `env` without a value. */
function unsetNames(top: unknown, variables: ReadonlyMap<string, unknown>): IssuePlace[] {
  return environmentNames(top).flatMap((name, index) =>
    variables.has(name)
      ? []
      : [{ path: ['env', index], issue: `${name} is not set in the environment, and variables has no value for it` }],
  );
}

/** `-advance: 1d` is a field of that name, and not an item of a list. */
function gluedDashes(steps: unknown): IssuePlace[] {
  if (typeof steps !== 'object' || steps === null || Array.isArray(steps)) return [];
  return Object.keys(steps)
    .filter((key) => key.startsWith('-'))
    .map((key) => ({ path: ['steps', key], issue: `write a space after the -, as - ${key.slice(1)}` }));
}

/** Settings of a new world in a file that starts from a saved one (decision K122). */
function startConflicts(top: Readonly<Record<string, unknown>>): IssuePlace[] {
  if (top.start === undefined) return [];
  const issue = 'has no effect with `start`, because a saved world has its own: leave it out';
  return OF_NEW_WORLDS.filter((key) => top[key] !== undefined).map((key) => ({ path: [key], issue }));
}

/** Parts that are present but empty. */
function emptyParts(top: Readonly<Record<string, unknown>>): IssuePlace[] {
  return ['always', 'eventually', 'measures'].flatMap((key) => {
    const part = top[key];
    const isEmpty = typeof part === 'object' && part !== null && Object.keys(part).length === 0;
    return isEmpty ? [{ path: [key], issue: 'is empty: leave it out, or give a value' }] : [];
  });
}

/** The errors of a file of steps on its own; the names that its includes will provide are unknown. */
export function validateStepsFile(files: SourceFiles, file: string): FileFault[] {
  const source = files.read(file);
  if (!source.ok) return [{ file, line: 1, column: 1, pointer: '', issue: source.issue }];
  const document = readDocument(file, source.text);
  const readable = document.ok ? document : document.readable;
  const unread = document.ok ? [] : document.faults;
  if (readable === null) return unread;
  const { placeOf, value } = readable;
  const validated = checkValue(stepsFile, value, true);
  const faults = unread.concat(validated.ok ? [] : validated.places.map((place) => faultAt(file, placeOf, place)));
  if (typeof value !== 'object' || value === null) return faults;
  const room = createFillRoom();
  const report = (pointer: string, issue: string) => faults.push({ file, ...placeOf(pointer), pointer, issue });
  const variables = variablesOf(value, { room, report });
  // A variable without a value gets one from the including file.
  for (const [name, given] of variables) if (given === null) variables.delete(name);
  const written = 'steps' in value ? value.steps : [];
  return distinct([...faults, ...expandSteps(files, { file, placeOf, variables }, written, { room }).faults]);
}

/**
 * Descriptive texts are not filled in. Steps are filled one by one, because those of other files have their own
 * variables.
 */
const UNTOUCHED = new Set(['$schema', 'name', 'description', 'tags', 'variables', 'steps']);

function fillTop(
  value: object,
  variables: ReadonlyMap<string, unknown>,
  filling: Filling,
): Readonly<Record<string, unknown>> {
  const members = Object.entries(value);
  return Object.fromEntries(
    members.map(([key, member]: [string, unknown]) => {
      if (UNTOUCHED.has(key)) return [key, member];
      if (key !== 'always' || !Array.isArray(member)) return [key, filled(member, variables, filling, `/${key}`)];
      const properties = member.map((each: unknown, index) =>
        filledWithConditions(each, variables, filling, `/${key}/${index}`),
      );
      return [key, properties];
    }),
  );
}

/** Steps that could not be read are not counted. */
function tooManySteps({
  steps,
  faults,
}: {
  readonly steps: readonly ScenarioStep[];
  readonly faults: readonly FileFault[];
}): IssuePlace[] {
  const count = faults.length === 0 ? countSteps(steps) : 0;
  const issue = `would be ${count} steps, including repetitions; the maximum is ${MAX_STEPS}`;
  return count > MAX_STEPS ? [{ path: ['steps'], issue }] : [];
}

/** A file that is included twice reports its errors once. Sorted by file, then by place. */
function distinct(faults: readonly FileFault[]): FileFault[] {
  const byPlace = new Map(
    faults.map((fault) => [`${fault.file}:${fault.line}:${fault.column}:${fault.pointer}:${fault.issue}`, fault]),
  );
  const order = [...new Set(faults.map(({ file }) => file))];
  return [...byPlace.values()].sort(
    (a, b) => order.indexOf(a.file) - order.indexOf(b.file) || a.line - b.line || a.column - b.column,
  );
}
