/** Reads values of a scenario's `env` from the environment variables of this process (decision K134). */

import { isDeepStrictEqual } from 'node:util';
import { jsonOrText } from '../../contract/fields/json-value.ts';
import type { Json } from '../../kernel/canonical-json.ts';
import { environmentNames } from '../../scenario/load/apply-variations.ts';
import { MAX_DOCUMENT_BYTES, readDocument } from '../../scenario/load/read-document.ts';
import { valueAt } from '../../scenario/references/json-pointer.ts';
import { environmentVariable } from '../../system/environment.ts';
import { readSource } from '../../system/files/read-source.ts';

/**
 * Returns the variables that are set, in the form of `vary`; nothing for a file that cannot be read, which is reported
 * when it is loaded.
 */
export function environmentValues(file: string): Record<string, Json> {
  const source = readSource(file, MAX_DOCUMENT_BYTES);
  if (!source.ok || !/\benv\b/.test(source.text)) return {};
  const document = readDocument(file, source.text);
  const names = document.ok ? environmentNames(document.value) : [];
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = environmentVariable(name);
      const value = text === undefined ? undefined : jsonOrText(text);
      // A value equal to that of the file is not a variation.
      const isSame = document.ok && isDeepStrictEqual(valueAt(document.value, `/variables/${name}`), value);
      return value === undefined || isSame ? [] : [[name, value]];
    }),
  );
}
