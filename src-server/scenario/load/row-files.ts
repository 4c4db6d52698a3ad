/** Reads rows for `repeat`, from a table of CSV or a list of JSON (decision K134). Pure. */

import Papa from 'papaparse';
import type { JsonValue } from '../../contract/fields/json-value.ts';
import { parseJson } from '../../contract/json/parse-json.ts';
import { countOf } from '../../domain/numbers/count-of.ts';
import { DEEPEST, isDeeper } from './read-document.ts';

type FileRows = { readonly ok: true; readonly rows: JsonValue[] } | { readonly ok: false; readonly issue: string };

/** `name`: name of the file; one that ends with .json is a list of JSON, any other a table with a header. */
export function readRowFile(name: string, text: string): FileRows {
  const read = name.endsWith('.json') ? readList(text) : readTable(text.replace(/^\uFEFF/, ''));
  if (!read.ok) return { ok: false, issue: `${name} ${read.issue}` };
  return read.rows.length === 0 ? { ok: false, issue: `${name} has no rows` } : read;
}

function readList(text: string): FileRows {
  const json = parseJson(text.replace(/^\uFEFF/, ''));
  if (!json.ok) return { ok: false, issue: `is not valid JSON: ${json.place}` };
  if (isDeeper(json.value, DEEPEST)) return { ok: false, issue: `is nested more than ${DEEPEST} levels deep` };
  // The parsed value is JSON.
  return Array.isArray(json.value)
    ? { ok: true, rows: json.value as JsonValue[] }
    : { ok: false, issue: 'is not a list' };
}

function readTable(text: string): FileRows {
  const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' });
  // In a single column, no delimiter can be detected.
  const [error] = errors.filter(({ code }) => code !== 'UndetectableDelimiter');
  if (error !== undefined) return { ok: false, issue: `is not CSV: row ${(error.row ?? 0) + 1}: ${error.message}` };
  const [header = [], ...rows] = data;
  const names = header.map((name) => name.trim());
  const wrong = names.find((name, index) => name === '' || names.indexOf(name) !== index);
  if (wrong !== undefined)
    return { ok: false, issue: wrong === '' ? 'has a column without a name' : `has two columns ${wrong}` };
  const other = rows.findIndex((cells) => cells.length !== names.length);
  if (other !== -1)
    return {
      ok: false,
      issue: `has ${countOf(rows[other]?.length ?? 0, 'cell')} in row ${other + 2}, and ${countOf(names.length, 'column')}`,
    };
  const objects = rows.map((cells) =>
    Object.fromEntries(names.map((name, index) => [name, cellOf(cells[index] ?? '')])),
  );
  return { ok: true, rows: objects };
}

/** A number as in JSON; a text with leading zeros may be an identifier. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const LITERALS = new Map<string, JsonValue>([
  ['true', true],
  ['false', false],
  ['', null],
]);

function cellOf(written: string): JsonValue {
  const cell = written.trim();
  if (isNumber(cell)) return Number(cell);
  const literal = LITERALS.get(cell);
  return literal === undefined ? cell : literal;
}

/** Digits that a number would round are those of an identifier. */
function isNumber(cell: string): boolean {
  const value = Number(cell);
  return NUMBER.test(cell) && Number.isFinite(value) && (/[eE]/.test(cell) || Number.isSafeInteger(Math.trunc(value)));
}
