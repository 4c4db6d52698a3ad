/**
 * Which scenario files the words of a command line mean. What is named is taken as it is; of a folder or a pattern, files
 * that are no scenarios (worlds, steps to include, schemas, golden logs) are passed over. Refuses to judge a scenario.
 */
import { parseDocument } from 'yaml';
import { MOST_BYTES } from '../../scenario/load/read-document.ts';
import { readSource } from '../../system/files/read-source.ts';
import { type FoundPath, findPaths } from '../../system/files/scenario-paths.ts';

export interface FoundScenarios {
  readonly files: readonly string[];
  /** A line for each word that leads to no scenario. */
  readonly faults: readonly string[];
}

export function findScenarios(words: readonly string[]): FoundScenarios {
  const isMeant = ({ file, isNamed }: FoundPath) => isNamed || looksLikeScenario(file);
  const faults = words
    .filter((word) => !findPaths([word]).some(isMeant))
    .map((word) => `${word}: there is no scenario in it`);
  const files = findPaths(words).filter(isMeant);
  return { files: files.map(({ file }) => file), faults };
}

/** What cannot be read, or not as YAML, is taken for one, so that its fault is told rather than lost. */
function looksLikeScenario(file: string): boolean {
  const source = readSource(file, MOST_BYTES);
  if (!source.ok) return true;
  // Names at the start of a line tell most files apart without reading them as a whole.
  if (!/^\s*["']?steps["']?\s*:/m.test(source.text)) return false;
  const document = parseDocument(source.text, { logLevel: 'silent', uniqueKeys: false });
  if (document.errors.length > 0) return true;
  return document.has('steps') && (document.has('name') || document.has('world'));
}
