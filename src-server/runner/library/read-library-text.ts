/** The text of a scenario file as it is now, and what of it may be varied. */
import { resolve } from 'node:path';
import { accepted, type Outcome, refused } from '../../engine/outcome.ts';
import { MOST_BYTES, readDocument } from '../../scenario/load/read-document.ts';
import { variableFields } from '../../scenario/load/variable-fields.ts';
import type { ScenarioText } from '../../scenario/run/scenario-service.ts';
import { readSource } from '../../system/files/read-source.ts';

/** A text that is no YAML has no fields. */
export function readLibraryText(path: string): Outcome<ScenarioText> {
  const source = readSource(path, MOST_BYTES);
  if (!source.ok) return refused('not_found', `${path} ${source.issue}.`);
  const document = readDocument(path, source.text);
  const fields = document.ok ? variableFields(document.value) : [];
  return accepted({ path: resolve(path), text: source.text, fields });
}
