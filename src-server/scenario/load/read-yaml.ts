/** Reads YAML (and so JSON) text as a validated value, with every error at its line and JSON pointer (decision K). */

import type { z } from 'zod';
import type { IssuePlace } from '../../contract/fields/issue-places.ts';
import { pointerTo } from '../../contract/fields/issue-places.ts';
import { tokensOf } from '../references/json-pointer.ts';
import { type FileFault, type PlaceOf, readDocument } from './read-document.ts';
import { checkValue } from './validate-value.ts';

export type { FileFault, PlaceOf } from './read-document.ts';

export type ReadFile<T> =
  | { readonly ok: true; readonly value: T; readonly placeOf: PlaceOf }
  | { readonly ok: false; readonly faults: FileFault[] };

/** Reads `text` of `file` as `schema`; `file` is only used in errors. */
export function readYaml<S extends z.ZodType>(file: string, text: string, schema: S): ReadFile<z.output<S>> {
  const document = readDocument(file, text);
  const readable = document.ok ? document : document.readable;
  const reported = document.ok ? [] : document.faults;
  if (readable === null) return { ok: false, faults: reported };
  const { value, placeOf } = readable;
  const validated = checkValue(schema, value, false);
  if (validated.ok && document.ok) return { ok: true, value: validated.value, placeOf };
  const places = validated.ok ? [] : validated.places;
  return { ok: false, faults: inOrder([...reported, ...places.map((place) => faultAt(file, placeOf, place))]) };
}

/** The place of an invalid value in its text; `base`: the pointer of the validated data in its file. */
export function faultAt(file: string, placeOf: PlaceOf, { path, issue }: IssuePlace, base = ''): FileFault {
  const pointer = `${base}${pointerTo(path)}`;
  return { file, ...placeOf(pointer), pointer, issue };
}

/** In the order of the text. */
export function inOrder(faults: readonly FileFault[]): FileFault[] {
  return [...faults].sort((a, b) => a.line - b.line || a.column - b.column);
}

/** One line for each error, as the command line prints it. */
export function describeFault({ file, line, column, pointer, issue }: FileFault): string {
  return `${file}:${line}:${column} ${pointer === '' ? '' : `${asWritten(pointer)}: `}${issue}`;
}

/** A pointer with its keys as in the file: `/steps/0/expect/body./orders/0/side`. */
function asWritten(pointer: string): string {
  return tokensOf(pointer)
    .map((key) => (key.includes('/') ? `.${key}` : `/${key}`))
    .join('');
}
