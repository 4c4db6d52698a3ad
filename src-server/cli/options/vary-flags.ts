/**
 * Reads `--vary path=a,b,c`: a JSON pointer or a variable's name, and its values. A value is JSON if it parses,
 * otherwise a text. A comma within quotes or brackets does not end a value.
 */
import { type JsonValue, jsonOrText } from '../../contract/fields/json-value.ts';

interface VaryFlag {
  readonly key: string;
  readonly values: readonly JsonValue[];
}

/** Returns the flags in their order. Adds a line to `faults` for each that is invalid or repeats a value. */
export function validateVaryFlags(faults: string[], texts: readonly string[]): VaryFlag[] {
  const flags: VaryFlag[] = [];
  for (const text of texts) {
    const flag = parseVaryFlag(text);
    if (flag === null) faults.push(`--vary: '${text}' is not path=value,value… (a JSON pointer or a variable's name)`);
    else if (flags.some(({ key }) => key === flag.key)) faults.push(`--vary: ${flag.key} is varied already`);
    else if (new Set(flag.values.map((value) => JSON.stringify(value))).size < flag.values.length)
      faults.push(`--vary: ${flag.key} has a value twice`);
    else flags.push(flag);
  }
  return flags;
}

export function parseVaryFlag(text: string): VaryFlag | null {
  const [, key, list] = /^(\/[^=]*|[a-zA-Z_][\w-]*)=(.*)$/s.exec(text) ?? [];
  if (key === undefined || list === undefined) return null;
  const parts = splitValues(list);
  return parts.every((part) => part !== '') ? { key, values: parts.map(jsonOrText) } : null;
}

/** Splits at commas outside JSON's quotes and brackets. */
function splitValues(list: string): string[] {
  const parts: string[] = [];
  let [start, depth, isQuoted] = [0, 0, false];
  for (let index = 0; index < list.length; index += 1) {
    const character = list[index] ?? '';
    if (isQuoted && character === '\\') index += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if ('[{'.includes(character)) depth += 1;
    else if (']}'.includes(character)) depth -= 1;
    else if (character === ',' && depth === 0) {
      parts.push(list.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, list.slice(start)];
}
