/**
 * Loads the steps of an included file, which has its own variables. Refuses files that include themselves, even
 * indirectly.
 */
import type { z } from 'zod';
import { didYouMean } from '../../contract/fields/nearest-name.ts';
import { scenarioFile, stepsFile } from '../../contract/scenario/scenario-file.ts';
import type { IncludeStep } from '../../contract/scenario/scenario-flow-steps.ts';
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import { variablesOf } from './file-variables.ts';
import { readDocument } from './read-document.ts';
import { faultAt } from './read-yaml.ts';
import { type Expansion, reportIssue, type StepSource } from './scenario-sources.ts';
import { checkValue } from './validate-value.ts';

const DEEPEST = 16;

/** Validates a list of steps of one file. */
type ExpandList = (expansion: Expansion, source: StepSource, written: unknown, pointer: string) => ScenarioStep[];

export function includedSteps(
  expansion: Expansion,
  source: StepSource,
  { include }: IncludeStep,
  pointer: string,
  expandList: ExpandList,
): ScenarioStep[] {
  const { file: path, with: given = {} } = typeof include === 'string' ? { file: include } : include;
  const at = typeof include === 'string' ? `${pointer}/include` : `${pointer}/include/file`;
  const refuseAt = (place: string, issue: string): ScenarioStep[] => {
    reportIssue(expansion, source, place, issue);
    expansion.missing.add(place);
    return [];
  };
  const refuse = (issue: string) => refuseAt(at, issue);
  const file = expansion.files.resolve(source.file, path);
  if (file === null) return refuse(`${path} is outside the project`);
  const { chain } = expansion;
  if (chain.includes(file))
    return refuse(`includes itself: ${[...chain.slice(chain.indexOf(file)), file].join(' → ')}`);
  if (chain.length >= DEEPEST)
    return refuse(`files include each other more than ${DEEPEST} deep: ${[...chain, file].join(' → ')}`);
  const read = expansion.files.read(file);
  if (!read.ok) return refuse(`${path} ${read.issue}`);
  expansion.sources.add(file);
  const document = readDocument(file, read.text);
  if (!document.ok) {
    expansion.faults.push(...document.faults);
    expansion.missing.add(at);
    return [];
  }
  const validated = checkValue(schemaOf(document.value), document.value, true);
  if (!validated.ok) {
    expansion.faults.push(...validated.places.map((place) => faultAt(file, document.placeOf, place)));
    if (typeof document.value !== 'object' || document.value === null || !('steps' in document.value)) {
      expansion.missing.add(at);
      return [];
    }
  }
  const value = document.value as { readonly steps: unknown };
  const inside: StepSource = { file, placeOf: document.placeOf, variables: new Map() };
  const filling = {
    room: expansion.room,
    report(where: string, issue: string) {
      reportIssue(expansion, inside, where, issue);
      expansion.missing.add(where);
    },
  };
  const own = variablesOf(value, filling);
  for (const name of Object.keys(given)) {
    if (!own.has(name))
      reportIssue(expansion, source, `${pointer}/include/with/${name}`, unknownVariable(name, path, [...own.keys()]));
  }
  const needed = neededValues(own, given);
  if (needed.length > 0) refuseAt(`${pointer}/include`, `${path} needs values: with: { ${needed.join(': …, ')}: … }`);
  const variables = variablesOf({ variables: { ...Object.fromEntries(own), ...given } }, filling);
  for (const name of needed) variables.delete(name);
  const inner = { ...inside, variables };
  return expandList({ ...expansion, chain: [...chain, file] }, inner, value.steps, '/steps');
}

/** Variables without a value that the include does not set (decision K125). */
function neededValues(own: ReadonlyMap<string, unknown>, given: Readonly<Record<string, unknown>>): string[] {
  return [...own.keys()].filter((name) => own.get(name) === null && (given[name] ?? null) === null);
}

function unknownVariable(name: string, path: string, known: readonly string[]): string {
  const there = known.length === 0 ? 'it has none' : `it has ${known.join(', ')}`;
  return `is not a variable of ${path}: ${there}${didYouMean(name, known)}`;
}

/** Only the steps of an included scenario are used, but all of it must be valid. */
function schemaOf(value: unknown): z.ZodType {
  const isScenario = typeof value === 'object' && value !== null && ('name' in value || 'world' in value);
  return isScenario ? scenarioFile : stepsFile;
}
