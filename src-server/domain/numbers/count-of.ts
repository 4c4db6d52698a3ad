/** Formats a number of things: `1 event`, `2 events`, and with an irregular plural `2 entries`. */
export function countOf(count: number, thing: string, things = `${thing}s`): string {
  return `${count} ${count === 1 ? thing : things}`;
}
