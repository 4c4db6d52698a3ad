/**
 * `${name}` within `{…}` or `[…]` has to be quoted in YAML, and without quotes it is the likeliest slip of all. A stand-in of the same
 * length takes its place, so that the rest of the text can be read and every place in it stays where it is.
 */
import { type Document, isScalar, visit } from 'yaml';

export interface StandIns {
  readonly text: string;
  /** Where each of them begins, with what it stands for. */
  readonly references: ReadonlyMap<number, string>;
}

/** The parser has no other word for a `{` that follows a text. */
const OPENING = /\$\{[^{}\n]*\}/y;

/** `offsets`: where the parser met what it did not expect. `null`: at none of them is such a reference. */
export function standInsFor({ text, references }: StandIns, offsets: readonly number[]): StandIns | null {
  const found = new Map(references);
  let changed = text;
  for (const offset of offsets) {
    OPENING.lastIndex = offset - 1;
    const [reference] = OPENING.exec(changed) ?? [];
    if (reference === undefined) continue;
    found.set(offset - 1, reference);
    changed =
      changed.slice(0, offset - 1) +
      standIn(offset - 1, reference.length) +
      changed.slice(offset - 1 + reference.length);
  }
  return found.size === references.size ? null : { text: changed, references: found };
}

/** A letter that no text of the file has, and another one for each character that follows. */
function standIn(offset: number, length: number): string {
  return String.fromCodePoint(FIRST + (offset % 1000)).padEnd(length, FILLER);
}

/** Private characters of Unicode. */
const FIRST = 0xe000;
const FILLER = '\uf8ff';

/** Writes the references back into the values of a document that was read with stand-ins. */
export function restoreReferences(document: Document, { text, references }: StandIns): void {
  if (references.size === 0) return;
  visit(document, {
    Scalar(_key, node) {
      if (!isScalar(node) || typeof node.value !== 'string' || !node.value.includes(FILLER)) return;
      const [from = 0, to = 0] = node.range ?? [];
      let value = node.value;
      for (const [offset, reference] of references)
        if (offset >= from && offset < to)
          value = value.replace(text.slice(offset, offset + reference.length), () => reference);
      node.value = value;
    },
  });
}
