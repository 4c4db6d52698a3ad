/**
 * A sweep's summary for a terminal: figures with histograms of block characters, extreme seeds, failures, next
 * commands.
 */
import type { SweepFigure, SweepGroup, SweepSummary } from '../contract/control/scenarios/sweep-summary.ts';
import { printable } from '../scenario/load/printable.ts';
import { STATISTICS } from './distribution.ts';
import { formatCount, formatFigure, formatVary } from './format-figure.ts';

const MAX_FAILURES = 20;
const LONGEST_FAILURE = 240;
const BAR_CHARS = 12;
const BLOCKS = '▁▂▃▄▅▆▇█';

export function summaryText(summary: SweepSummary): string[] {
  const { over_all: overAll, variations, name, file } = summary;
  return [
    `${printable(name)} (${file}), seeds ${summary.seeds}: ${formatCount(summary.done)} of ${formatCount(summary.jobs)} jobs, ${verdict(overAll)}`,
    ...figureTable(overAll.figures),
    ...constants(overAll.figures),
    ...variations.flatMap((group) => [
      '',
      `${formatVary(group.vary ?? {})}: ${verdict(group)}`,
      ...variationTable(group),
    ]),
    ...extremeRuns(overAll.figures),
    ...checkLines(summary),
    ...failures(summary),
    ...(summary.unproven === null ? [] : ['', `the sweep is inconclusive: ${summary.unproven}`]),
    '',
    `results: ${summary.out}`,
    ...(summary.continue === null ? [] : [`${summary.end}; continue with: ${summary.continue}`]),
  ];
}

function verdict({ passed, failed }: SweepGroup): string {
  return `${formatCount(passed)} passed, ${formatCount(failed)} failed`;
}

/** One line for each figure that differs between runs. */
function figureTable(figures: readonly SweepFigure[]): string[] {
  const varying = figures.filter(varies);
  if (varying.length === 0) return [];
  const rows = varying.map((figure) => [
    figure.name,
    blocks(figure),
    ...STATISTICS.map((column) => formatFigure(figure[column])),
  ]);
  const titles = ['figure', '', ...STATISTICS];
  const widths = titles.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  return [titles, ...rows].map((row) => `  ${alignRow(row, widths)}`.trimEnd());
}

function alignRow(row: readonly string[], widths: readonly number[]): string {
  const cells = row.map((cell, column) =>
    column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
  );
  return cells.join('  ');
}

/** The measures of the scenario for each variation; without measures, the results of trading. */
function variationTable({ figures }: SweepGroup): string[] {
  const measures = figures.filter(({ name }) => name.startsWith('measure.'));
  const tradingFigures = figures.filter(({ name }) => /^(costs_total|traded|fills$|orders_filled$)/.test(name));
  return figureTable(measures.length > 0 ? measures : tradingFigures);
}

function constants(figures: readonly SweepFigure[]): string[] {
  const same = figures.filter((figure) => !varies(figure) && figure.min !== 0);
  if (same.length === 0) return [];
  return [`  the same in all runs: ${same.map(({ name, min }) => `${name} ${formatFigure(min)}`).join(', ')}`];
}

/** The lowest and highest run of each measure, or of every figure if the scenario has no measures. */
function extremeRuns(figures: readonly SweepFigure[]): string[] {
  const measures = figures.filter(({ name }) => name.startsWith('measure.'));
  const looked = (measures.length > 0 ? measures : figures.filter(({ name }) => KEY_FIGURES.test(name))).filter(varies);
  const lines = looked.flatMap(({ name, lowest, highest }) => [
    ...lowest.map(({ value, replay }) => `  ${name} low  ${formatFigure(value)}: ${replay}`),
    ...highest.map(({ value, replay }) => `  ${name} high ${formatFigure(value)}: ${replay}`),
  ]);
  return lines.length === 0 ? [] : ['', 'extreme runs:', ...lines];
}

const KEY_FIGURES = /^costs_total|\.max_drift_bps$/;

function checkLines({ checks }: SweepSummary): string[] {
  if (checks.length === 0) return [];
  const lines = checks.map(
    ({ assert, failure }) => `  ${failure === null ? 'holds ' : 'FAILED'}  ${printable(failure ?? assert)}`,
  );
  return ['', 'checks over all passed runs:', ...lines];
}

function failures({ failures: all, failed }: SweepSummary): string[] {
  if (failed === 0) return [];
  const shown = all.slice(0, MAX_FAILURES);
  const lines = shown.flatMap(({ status, failure, replay }) => [
    `  ${status}: ${cut(printable(failure))}`,
    `    ${replay}`,
  ]);
  const rest = failed - shown.length;
  return ['', 'failed:', ...lines, ...(rest > 0 ? [`  and ${formatCount(rest)} more, in the results`] : [])];
}

function cut(text: string): string {
  return text.length > LONGEST_FAILURE ? `${text.slice(0, LONGEST_FAILURE)}…` : text;
}

function varies({ min, max }: SweepFigure): boolean {
  return min !== max;
}

/** The histogram in this many characters; a bin with any run is at least the lowest block. */
function blocks({ histogram }: SweepFigure): string {
  const sums = new Array<number>(Math.min(BAR_CHARS, histogram.length)).fill(0);
  histogram.forEach(({ count }, bar) => {
    const index = Math.floor((bar * sums.length) / histogram.length);
    sums[index] = (sums[index] ?? 0) + count;
  });
  const most = Math.max(...sums);
  const block = (sum: number) => (sum === 0 ? ' ' : (BLOCKS[Math.ceil((sum / most) * BLOCKS.length) - 1] ?? ' '));
  return sums.map(block).join('');
}
