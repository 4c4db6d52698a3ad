/**
 * Replaces unquoted references: `${name}` within `{…}` or `[…]` has to be quoted in YAML, and forgetting that is the
 * most likely mistake. A placeholder of the same length replaces it, so that the rest of the text can be read and all
 * places remain valid.
 */
import { type Document, isScalar, visit } from 'yaml';

export interface StandIns {
  readonly text: string;
  /** Texts of the references by their offsets. */
  readonly references: ReadonlyMap<number, string>;
}

/** The parser reports a `{` that follows a text only like this. */
const OPENING = /\$\{[^{}\n]*\}/y;

/**
 * `offsets`: where the parser found something unexpected. `null`: there is no such reference at any of them. Linear in
 * the text.
 */
export function standInsFor({ text, references }: StandIns, offsets: readonly number[]): StandIns | null {
  const found = new Map(references);
  const parts: string[] = [];
  let end = 0;
  for (const offset of [...new Set(offsets)].sort((one, other) => one - other)) {
    const begin = offset - 1;
    if (begin < end) continue;
    OPENING.lastIndex = begin;
    const [reference] = OPENING.exec(text) ?? [];
    if (reference === undefined) continue;
    found.set(begin, reference);
    parts.push(text.slice(end, begin), STAND_IN.repeat(reference.length));
    end = begin + reference.length;
  }
  if (parts.length === 0) return null;
  const sorted = [...found].sort(([one], [other]) => one - other);
  return { text: parts.join('') + text.slice(end), references: new Map(sorted) };
}

/** A private character of Unicode without a meaning in YAML. */
const STAND_IN = '\uf8ff';
const STAND_INS = /\uf8ff+/g;

/** Writes the references back into the values of a document that was read with placeholders. */
export function restoreReferences(document: Document, { references }: StandIns): void {
  const sorted = [...references];
  visit(document, {
    Scalar(_key, node) {
      if (!isScalar(node) || typeof node.value !== 'string' || !node.value.includes(STAND_IN)) return;
      const [from = 0, to = 0] = node.range ?? [];
      // The references within the scalar, in their order.
      const own = sorted.slice(firstFrom(sorted, from), firstFrom(sorted, to));
      node.value = node.value.replaceAll(STAND_INS, (run) => {
        let left = run.length;
        let text = '';
        while (own[0] !== undefined && own[0][1].length <= left) {
          const [, reference] = own.shift() as (typeof own)[number];
          text += reference;
          left -= reference.length;
        }
        return text + run.slice(run.length - left);
      });
    },
  });
}

/** The index of the first reference at or after an offset. */
function firstFrom(sorted: readonly (readonly [number, string])[], offset: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.[0] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
