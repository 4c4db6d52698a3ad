/** The first difference of two texts: their common start, the first character of each that differs, and the rest. */
export interface Parted {
  readonly same: string;
  /** Empty if the text ends here. */
  readonly mark: string;
  readonly rest: string;
}

/** `null` for equal texts. Characters are whole: surrogate pairs are not split. */
export function firstDifference(left: string, right: string): readonly [Parted, Parted] | null {
  if (left === right) return null;
  const length = Math.min(left.length, right.length);
  let offset = 0;
  while (offset < length && left.charCodeAt(offset) === right.charCodeAt(offset)) offset += 1;
  // Two different characters may share the first half of their pairs.
  if (isHighSurrogate(left.charCodeAt(offset - 1))) offset -= 1;
  return [partedAt(left, offset), partedAt(right, offset)];
}

/** The text that shares the longest start with `text`; undefined if there are none. */
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
