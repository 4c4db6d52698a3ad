/** Where the header of a column wraps: once, at the space that leaves the shortest lines. Pure. */

/** One line, or two; `unit` is the end of the last one, and counts for its length. */
export function wrappedHeader(header: string, unit = ''): readonly string[] {
  const parts = header.split(' ');
  const lines = parts.map((_, at) => [parts.slice(0, at + 1).join(' '), parts.slice(at + 1).join(' ')] as const);
  const lengths = lines.map(([first, second]) => Math.max(first.length, `${second} ${unit}`.trim().length));
  const best = lines[lengths.indexOf(Math.min(...lengths))] ?? [header, ''];
  return best.filter((line) => line !== '');
}
