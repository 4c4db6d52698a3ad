/** Where two texts part: what both begin with, the first character of each that is not the same, and what follows. */
export interface Parted {
  readonly same: string;
  /** Empty where the text ends here. */
  readonly mark: string;
  readonly rest: string;
}

/** `null` for texts that are the same. Characters are whole: no half of a surrogate pair is marked. */
export function firstDifference(left: string, right: string): readonly [Parted, Parted] | null {
  if (left === right) return null;
  const length = Math.min(left.length, right.length);
  let offset = 0;
  while (offset < length && left.charCodeAt(offset) === right.charCodeAt(offset)) offset += 1;
  // The first half of a pair may be common to two characters that differ.
  if (isHighSurrogate(left.charCodeAt(offset - 1))) offset -= 1;
  return [partedAt(left, offset), partedAt(right, offset)];
}

/** Of several texts the one that `text` shares the longest beginning with; undefined where there is none. */
export function closestTo(text: string, candidates: readonly string[]): string | undefined {
  const shared = (candidate: string) => firstDifference(text, candidate)?.[0].same.length ?? text.length + 1;
  return [...candidates].sort((left, right) => shared(right) - shared(left))[0];
}

function partedAt(text: string, offset: number): Parted {
  const mark = String.fromCodePoint(...[text.codePointAt(offset)].filter((point) => point !== undefined));
  return { same: text.slice(0, offset), mark, rest: text.slice(offset + mark.length) };
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
