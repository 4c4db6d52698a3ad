/**
 * Parses varied values as they are typed, each line in the format of `ballast sweep --vary`. The service validates
 * them.
 */

type Varied = Record<string, unknown[]>;

/** A varied value as typed: a variable or a JSON pointer, and its values separated by commas. */
export interface VariedRow {
  readonly key: number;
  readonly target: string;
  readonly values: string;
}

/** `null` if a row cannot be parsed. Rows without a target and values are omitted. */
export function readVariedRows(rows: readonly VariedRow[]): Varied | null {
  if (rows.some((row) => rowProblem(row) !== null)) return null;
  return readVaried(rows.map(({ target, values }) => (target === '' ? '' : `${target}=${values}`)).join('\n'));
}

/** The issue of a row, and its field; `null` if there is none, or the row is empty. */
export function rowProblem({ target, values }: VariedRow) {
  if (target === '') return values.trim() === '' ? null : { at: 'target', text: 'Choose the value to vary.' };
  if (readLine(`${target}=${values}`) !== null) return null;
  return { at: 'values', text: 'Enter its values, separated by commas.' };
}

/** `null` if a line is not `target=value,value`. */
export function readVaried(text: string): Varied | null {
  const entries = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(readLine);
  const isSound = entries.every((entry) => entry !== null);
  return isSound ? Object.fromEntries(entries) : null;
}

export function countCombinations(varied: Varied): number {
  return Object.values(varied).reduce((product, values) => product * values.length, 1);
}

function readLine(line: string): [string, unknown[]] | null {
  const [, key, list] = /^([^=\s]+)\s*=(.*)$/.exec(line) ?? [];
  if (key === undefined || list === undefined) return null;
  const parts = splitValues(list).map((part) => part.trim());
  return parts.every((part) => part !== '') ? [key, parts.map(readValue)] : null;
}

/** Splits at commas outside of quotes and brackets. */
function splitValues(list: string): string[] {
  const parts = list.match(/(?:"(?:\\.|[^"\\])*"|\[[^\]]*\]|\{[^}]*\}|[^,"[{]+)+/g);
  const isWhole = parts !== null && parts.join(',') === list;
  return isWhole ? parts : list.split(',');
}

/** A JSON value, otherwise a text. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
