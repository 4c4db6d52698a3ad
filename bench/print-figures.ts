/** Prints the table at the end of a run, for people or as JSON. Sets no goals: each figure has its own goal. */
import type { Figure } from './figure.ts';

const COLUMNS = ['benchmark', 'figure', 'unit', 'compared with', 'its figure', 'ratio', 'goal', 'met'];

export function printFigures(figures: readonly Figure[], json: boolean): void {
  if (json) console.log(JSON.stringify({ figures: figures.map(toJson) }));
  else for (const line of tableOf([COLUMNS, ...figures.map(toRow)])) console.log(line);
}

function toJson({ name, value, unit, reference, goal }: Figure) {
  return { name, value, unit, reference, ratio: ratioOf(value, reference), goal };
}

function toRow({ name, value, unit, reference, goal }: Figure): string[] {
  const ratio = ratioOf(value, reference);
  return [
    name,
    formatValue(value),
    unit,
    reference?.what ?? '–',
    reference === null ? '–' : formatValue(reference.value),
    ratio === null ? '–' : ratio.toPrecision(3),
    goal?.text ?? '–',
    goal === null ? '–' : goal.met ? 'yes' : 'NO',
  ];
}

function ratioOf(value: number, reference: Figure['reference']): number | null {
  return reference === null ? null : value / reference.value;
}

/** A noisy machine does not justify more than three digits. */
function formatValue(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 3 });
}

/** Text to the left, numbers to the right, and a rule below the titles. */
function tableOf(rows: readonly string[][]): string[] {
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const numbers = new Set(['figure', 'its figure', 'ratio'].map((title) => COLUMNS.indexOf(title)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        numbers.has(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  return [lines[0] ?? '', widths.map((width) => '─'.repeat(width)).join('  '), ...lines.slice(1)];
}
