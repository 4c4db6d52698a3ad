/**
 * Finds the scenario files that the arguments of a command name. A named file is always taken; in a folder or a
 * pattern, files that are not scenarios (worlds, steps to include, schemas, golden logs) are left out. Validates
 * nothing.
 */
import { parseDocument } from 'yaml';
import { nearestName } from '../../contract/fields/nearest-name.ts';
import { scenarioFile } from '../../contract/scenario/scenario-file.ts';
import { wrapperOf } from '../../scenario/load/load-scenario.ts';
import { MAX_DOCUMENT_BYTES } from '../../scenario/load/read-document.ts';
import { readSource } from '../../system/files/read-source.ts';
import { type FoundPath, findPaths } from '../../system/files/scenario-paths.ts';

interface FoundScenarios {
  readonly files: readonly string[];
  /** The arguments that match no scenario. */
  readonly empty: readonly string[];
}

export function findScenarios(paths: readonly string[]): FoundScenarios {
  const isMeant = ({ file, isNamed }: FoundPath) => isNamed || looksLikeScenario(file);
  const empty = paths.filter((path) => !findPaths([path]).some(isMeant));
  const files = findPaths(paths).filter(isMeant);
  return { files: files.map(({ file }) => file), empty };
}

/**
 * A file that cannot be read or parsed as YAML counts as a scenario, so that its error is reported rather than lost; so
 * do an empty file, one with a misspelt `steps` or `world`, and one whose scenario is nested in a list or a field.
 */
function looksLikeScenario(file: string): boolean {
  const source = readSource(file, MAX_DOCUMENT_BYTES);
  if (!source.ok) return true;
  if (isEmptyYaml(file, source.text) || hasMisspeltField(source.text)) return true;
  // Top-level keys decide for most files, which are then parsed only once, when they are run.
  if (!/^\s*["']?steps["']?\s*:/m.test(source.text)) return false;
  if (/^steps:/m.test(source.text) && /^(?:name|world):/m.test(source.text)) return true;
  const document = parseDocument(source.text, { logLevel: 'silent', uniqueKeys: false });
  if (document.errors.length > 0) return true;
  if (document.has('steps')) return document.has('name') || document.has('world');
  return wrapperOf(document.toJS({ maxAliasCount: 0 })) !== null;
}

/** Ignores comments. */
export function isEmptyYaml(file: string, text: string): boolean {
  return /\.ya?ml$/i.test(file) && /^(?:\s|#[^\n]*|---)*$/.test(text);
}

/**
 * Whether a top-level field is a misspelt `steps` or `world`, one of which every scenario has, and another is a field
 * of scenarios or a misspelt one.
 */
export function hasMisspeltField(text: string): boolean {
  const keys = [...text.matchAll(/^(?:[ {]{0,2}")?(\w{1,30})"?[ \t]*:/gm)].map(([, key = '']) => key);
  const misspelt = keys.filter((key) => !OF_SCENARIOS.includes(key) && nearestName(key, OF_SCENARIOS) !== null);
  return misspelt.length > 1 || (misspelt.length === 1 && keys.some((key) => Object.hasOwn(scenarioFile.shape, key)));
}

const OF_SCENARIOS = ['steps', 'world'];
