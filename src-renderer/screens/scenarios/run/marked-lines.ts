/** The marked lines of a scenario file: those of one step, or those with errors. Pure. */

/** The line where a step begins, counted from 1, and the more deeply indented lines below it. */
export function linesOfStep(text: string, first: number): number[] {
  const lines = text.split('\n');
  const indent = indentOf(lines[first - 1] ?? '');
  const after = lines.slice(first).findIndex((line) => line.trim() !== '' && indentOf(line) <= indent);
  const end = after === -1 ? lines.length : first + after;
  const own = Array.from({ length: Math.max(0, end - first + 1) }, (_, index) => first + index);
  // Blank lines and comments before the next step do not belong to this one.
  const last = own.findLast((line) => !/^\s*(?:#|$)/.test(lines[line - 1] ?? ''));
  return own.filter((line) => last !== undefined && line <= last);
}

/** Errors begin with their place: `file:line:column`. */
export function faultLines(faults: readonly string[]): number[] {
  return [...new Set(faults.flatMap((fault) => Number(/:(\d+):\d+ /.exec(fault)?.[1] ?? 0) || []))];
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
