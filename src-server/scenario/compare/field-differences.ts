/** The fields in which two JSON values differ, by JSON pointer, with both values cut to a readable length. */
import { canonicalJson, type Json } from '../../kernel/canonical-json.ts';
import { printable } from '../load/printable.ts';

/** `null` on a side without the field; values are canonical JSON, cut. */
export interface FieldDifference {
  readonly pointer: string;
  readonly expected: string | null;
  readonly actual: string | null;
}

const LONGEST_VALUE = 120;
/** Long values are shown from this many characters before their first difference. */
const CONTEXT_CHARS = 40;

export function fieldDifferences(expected: Json, actual: Json): FieldDifference[] {
  return [...eachDifference(expected, actual)].map(({ pointer, left, right }) => {
    const [shownLeft, shownRight] = showPair(left, right);
    return {
      pointer: printable(pointer),
      expected: left === undefined ? null : shownLeft,
      actual: right === undefined ? null : shownRight,
    };
  });
}

/** The same with the whole values; `undefined` on a side without the field. */
interface PointerDifference {
  readonly pointer: string;
  readonly left: Json | undefined;
  readonly right: Json | undefined;
}

export function* eachDifference(
  left: Json | undefined,
  right: Json | undefined,
  pointer = '',
): Generator<PointerDifference> {
  const [leftMembers, rightMembers] = [membersOf(left), membersOf(right)];
  if (leftMembers === null || rightMembers === null || Array.isArray(left) !== Array.isArray(right)) {
    if (textOf(left) !== textOf(right)) yield { pointer, left, right };
    return;
  }
  for (const key of new Set([...leftMembers.keys(), ...rightMembers.keys()])) {
    const token = key.replaceAll('~', '~0').replaceAll('/', '~1');
    yield* eachDifference(leftMembers.get(key), rightMembers.get(key), `${pointer}/${token}`);
  }
}

function membersOf(value: Json | undefined): ReadonlyMap<string, Json | undefined> | null {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : null;
}

function textOf(value: Json | undefined): string {
  return value === undefined ? 'nothing' : canonicalJson(value);
}

/** Both values, shortened if they are long, but never before their first difference. */
function showPair(left: Json | undefined, right: Json | undefined): [string, string] {
  const [leftText, rightText] = [textOf(left), textOf(right)];
  const longest = Math.max(leftText.length, rightText.length);
  let same = 0;
  while (leftText[same] === rightText[same] && same < longest) same += 1;
  const from = longest > LONGEST_VALUE ? Math.max(0, same - CONTEXT_CHARS) : 0;
  return [cut(leftText, from), cut(rightText, from)];
}

function cut(text: string, from: number): string {
  const part = text.slice(from, from + LONGEST_VALUE);
  return `${from > 0 ? '…' : ''}${printable(part)}${from + LONGEST_VALUE < text.length ? '…' : ''}`;
}
