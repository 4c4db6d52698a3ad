/**
 * The summary of a sweep as one self-contained page: no script, no request, light and dark. Histograms are drawn here
 * as SVG. Every text from a file is escaped.
 */
import type { SweepFigure, SweepGroup, SweepSummary } from '../contract/control/scenarios/sweep-summary.ts';
import { escapeMarkup, printable } from '../scenario/load/printable.ts';
import { STATISTICS } from './distribution.ts';
import { formatCount, formatFigure, formatVary } from './format-figure.ts';
import { reportPage, shown, table } from './report-page.ts';

export function summaryPage(summary: SweepSummary): string {
  const { name, file, seeds, done, jobs, over_all: overAll } = summary;
  const body = `<header>
<h1>${shown(name)}</h1>
<p><code>${shown(file)}</code>, seeds <code>${shown(seeds)}</code>: ${formatCount(done)} of ${formatCount(jobs)} jobs, ${verdict(overAll)}</p>
${summary.continue === null ? '' : `<p class="note">${shown(summary.end)}; continue with <code>${shown(summary.continue)}</code></p>`}
</header>
<main>
${checkSection(summary)}
${variationTable(summary)}
<section><h2>All runs</h2>${figureTable(overAll.figures)}${constants(overAll.figures)}</section>
${summary.variations.map(variationSection).join('\n')}
${extremeSection(overAll.figures)}
${failureSection(summary)}
</main>`;
  return reportPage(`${name} · sweep`, body);
}

function verdict({ passed, failed }: SweepGroup): string {
  const failures = `<span class="${failed > 0 ? 'bad' : 'quiet'}">${formatCount(failed)} failed</span>`;
  return `<span class="good">${formatCount(passed)} passed</span>, ${failures}`;
}

function checkSection({ checks }: SweepSummary): string {
  if (checks.length === 0) return '';
  const rows = checks.map(({ assert, failure }) => {
    const verdict = failure === null ? '<td class="good">holds</td>' : '<td class="bad">failed</td>';
    return `<tr><th scope="row"><code>${shown(failure ?? assert)}</code></th>${verdict}</tr>`;
  });
  return `<section><h2>Checks over all passed runs</h2>${table('condition', ['result'], rows)}</section>`;
}

/** One row for each combination, with the medians of the scenario's measures. */
function variationTable({ variations }: SweepSummary): string {
  if (variations.length === 0) return '';
  const measures = [...new Set(variations.flatMap(({ figures }) => figures.map(({ name }) => name)))].filter((name) =>
    /^measure\.|^costs_total|^fills$/.test(name),
  );
  const rows = variations.map((group) => {
    const medians = measures.map((name) => {
      const figure = group.figures.find((one) => one.name === name);
      return `<td>${figure === undefined ? '–' : formatFigure(figure.median)}</td>`;
    });
    const { passed, failed } = group;
    return `<tr><th scope="row">${shown(formatVary(group.vary ?? {}))}</th><td>${formatCount(passed)}</td><td${failed > 0 ? ' class="bad"' : ''}>${formatCount(failed)}</td>${medians.join('')}</tr>`;
  });
  const titles = ['passed', 'failed', ...measures.map((name) => `${name}, median`)];
  return `<section><h2>Variations</h2>${table('varied', titles, rows)}</section>`;
}

function variationSection(group: SweepGroup): string {
  const heading = shown(formatVary(group.vary ?? {}));
  return `<details><summary><h2>${heading}</h2> ${verdict(group)}</summary>${figureTable(group.figures)}${constants(group.figures)}</details>`;
}

function figureTable(figures: readonly SweepFigure[]): string {
  const rows = figures.filter(varies).map((figure) => {
    const cells = STATISTICS.map((name) => `<td>${formatFigure(figure[name])}</td>`).join('');
    return `<tr><th scope="row">${shown(figure.name)}</th><td class="chart">${histogramSvg(figure)}</td>${cells}</tr>`;
  });
  return rows.length === 0
    ? '<p>No figure differs between these runs.</p>'
    : table('figure', ['', ...STATISTICS], rows);
}

function constants(figures: readonly SweepFigure[]): string {
  const same = figures.filter((figure) => !varies(figure) && figure.min !== 0);
  if (same.length === 0) return '';
  const list = same.map(({ name, min }) => `${shown(name)}&nbsp;<b>${formatFigure(min)}</b>`).join(', ');
  return `<p class="note">Same in all runs: ${list}</p>`;
}

/** Only the reader knows which end of a figure is the worse one, so both are shown. */
function extremeSection(figures: readonly SweepFigure[]): string {
  const rows = figures
    .filter(varies)
    .flatMap(({ name, lowest, highest }) =>
      [...lowest.map((run) => ({ ...run, end: 'lowest' })), ...highest.map((run) => ({ ...run, end: 'highest' }))].map(
        ({ end, value, replay }) =>
          `<tr><th scope="row">${shown(name)}</th><td class="word">${end}</td><td>${formatFigure(value)}</td><td class="word"><code>${shown(replay)}</code></td></tr>`,
      ),
    );
  if (rows.length === 0) return '';
  return `<details open><summary><h2>Extreme runs</h2></summary>${table('figure', ['', 'value', 'reproduce'], rows)}</details>`;
}

function failureSection({ failures, failed }: SweepSummary): string {
  if (failed === 0) return '';
  const rows = failures.map(
    ({ seed, status, failure, replay }) =>
      `<tr><th scope="row">${seed}</th><td class="word">${status}</td><td class="word text">${foldedText(failure)}<code>${shown(replay)}</code></td></tr>`,
  );
  const rest = failed - failures.length;
  const note = rest > 0 ? `<p class="note">and ${formatCount(rest)} more, in the results</p>` : '';
  return `<section><h2>Failed</h2>${table('seed', ['', 'reason, and command to reproduce it'], rows)}${note}</section>`;
}

/** A long text shows its beginning and can be unfolded. */
function foldedText(text: string): string {
  if (text.length <= SHOWN_CHARS) return `${shown(text)}<br>`;
  return `<details class="fold"><summary>${shown(text.slice(0, SHOWN_CHARS))}…</summary>${shown(text)}</details>`;
}

const SHOWN_CHARS = 200;

function varies({ min, max }: SweepFigure): boolean {
  return min !== max;
}

/** A figure's histogram as a small drawing: bars, the middle half shaded behind them, the median as a line. */
const WIDTH = 180;
const HEIGHT = 44;
const GAP = 1;

function histogramSvg({ name, histogram, max, p25, median, p75 }: SweepFigure): string {
  const [first, last] = [histogram[0], histogram.at(-1)];
  if (first === undefined || last === undefined) return '';
  const span = last.to - first.from || 1;
  const x = (value: number) => round(((value - first.from) / span) * WIDTH);
  // A bar for a single whole number has that number in its middle.
  const middleOfBar = last.to > max ? 0.5 : 0;
  const mark = (value: number) => x(value + middleOfBar);
  const most = Math.max(...histogram.map(({ count }) => count));
  const bars = histogram.map(({ from, to, count }) => {
    const height = round((count / most) * (HEIGHT - 2));
    const title = `${formatFigure(from)} to ${formatFigure(to)}: ${formatCount(count)}`;
    const box = `x="${x(from)}" y="${round(HEIGHT - height)}" width="${round(x(to) - x(from) - GAP)}" height="${height}"`;
    return `<rect class="bar" ${box}><title>${title}</title></rect>`;
  });
  const half = `<rect class="half" x="${mark(p25)}" y="0" width="${round(mark(p75) - mark(p25))}" height="${HEIGHT}"/>`;
  const middle = `<line class="median" x1="${mark(median)}" y1="0" x2="${mark(median)}" y2="${HEIGHT}"/>`;
  const label = `${name}: ${histogram.length} bars, median ${formatFigure(median)}`;
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${escapeMarkup(printable(label))}">${half}${bars.join('')}${middle}</svg>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
