/** A number of things in words: `1 event`, `2 events`, and with a plural of its own `2 entries`. */
export function countOf(count: number, thing: string, things = `${thing}s`): string {
  return `${count} ${count === 1 ? thing : things}`;
}
