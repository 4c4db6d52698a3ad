/** One scenario of an HTML report: failures, results, charts, final holdings and steps. */

import { countOf } from '../../domain/numbers/count-of.ts';
import { formatDivergence } from '../compare/format-divergence.ts';
import { escapeMarkup, printableLines } from '../load/printable.ts';
import type { FailureTrace, StepResult } from '../run/play-outcome.ts';
import type { ScenarioResult } from '../run/scenario-result.ts';
import { type Chart, chartsOf } from './chart-data.ts';
import { figuresOf, holdingsTable } from './html-figures.ts';
import { resultVerdict, traceLines } from './text-report.ts';

/** `anchor` is the target of links; a closed section shows only its heading. */
export function sectionOf(result: ScenarioResult, anchor: string, isOpen: boolean): string {
  const { outcome, golden, again } = result;
  const { name, description, file, seed, figures, series, steps } = outcome;
  const charts = series === null ? [] : chartsOf(series);
  const facts = `${countOf(steps.length, 'step')} · ${countOf(outcome.eventCount, 'log entry', 'log entries')} · seed ${seed} · golden log: ${golden}`;
  return [
    `<details id="${anchor}"${isOpen ? ' open' : ''}><summary>${badgeOf(result)} <h2>${text(name)}</h2>`,
    `<span class="facts">${facts}</span></summary><div class="body">`,
    description === null ? '' : `<p>${text(description)}</p>`,
    failuresOf(result),
    figures === null ? '' : figuresOf(figures, outcome.simulatedMs),
    charts.length === 0 ? '' : chartPlaces(charts),
    figures === null ? '' : holdingsTable(figures),
    stepTable(steps),
    `<h3>File and command</h3><p><code>${text(file)}</code>${headNote(outcome.head)}</p><pre>${text(again)}</pre></div></details>`,
  ].join('');
}

export function badgeOf(result: ScenarioResult): string {
  const verdict = resultVerdict(result);
  return `<span class="badge ${verdict.toLowerCase()}">${verdict.toLowerCase()}</span>`;
}

function failuresOf({ outcome, divergences, faults }: ScenarioResult): string {
  const failed = outcome.steps.filter(({ failures }) => failures.length > 0);
  const parts = [
    ...[...outcome.faults, ...faults].map((fault) => failure('The run', [fault])),
    ...failed.map(({ index, title, at, file, line, column, failures }) =>
      failure(`Step ${index + 1}, ${title} (${file}:${line}:${column}, at ${at})`, failures),
    ),
    outcome.trace === null ? '' : traceOf(outcome.trace),
    ...divergences.map(({ name, divergence, cause }) =>
      failure(`The ${name}`, [`${name}: ${formatDivergence(divergence, cause)}`]),
    ),
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `<h3>Why it failed</h3>${parts.join('')}`;
}

function failure(title: string, lines: readonly string[]): string {
  return `<div class="failure"><p>${text(title)}</p><pre>${text(lines.join('\n'))}</pre></div>`;
}

function traceOf(trace: FailureTrace): string {
  const lines = traceLines(trace);
  return lines.length === 0 ? '' : `<pre>${text(lines.join('\n'))}</pre>`;
}

/** The data of charts is embedded next to their places; the page's script draws them when the section is opened. */
function chartPlaces(charts: readonly Chart[]): string {
  const places = charts.map(
    ({ title, unit }) =>
      `<figure class="chart" aria-label="${text(title)}"><figcaption>${text(unit === '' ? title : `${title}, ${unit}`)}</figcaption></figure>`,
  );
  const data = JSON.stringify(charts).replaceAll('<', '\\u003c');
  return `<h3>Over virtual time (UTC)</h3><div class="charts">${places.join('')}</div><script type="application/json">${data}</script>`;
}

function stepTable(steps: readonly StepResult[]): string {
  const rows = steps.map(({ index, title, at, file, line, failures, printed, skipped }) => {
    const hasFailed = failures.length > 0;
    const output = skipped === null ? printed : `skipped: ${skipped}`;
    const printedHtml = output === null ? '' : `<pre>${text(output)}</pre>`;
    const why = hasFailed ? `<pre>${text(failures.join('\n'))}</pre>` : printedHtml;
    return `<tr${hasFailed ? ' class="bad"' : ''}><td class="num">${index + 1}</td><td class="num">${text(at)}</td><td><code>${text(title)}</code>${why}</td><td><code>${text(`${file.split(/[\\/]/).at(-1)}:${line}`)}</code></td></tr>`;
  });
  const headers = '<th class="num">Step</th><th class="num">Virtual time</th><th>What</th><th>Line</th>';
  return `<h3>Steps</h3><div class="wide"><table><thead><tr>${headers}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function headNote(head: string): string {
  return head === '' ? '' : ` · head <code>${text(head)}</code>`;
}

function text(value: string): string {
  return escapeMarkup(printableLines(value));
}
