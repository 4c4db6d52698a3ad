/**
 * The outcome of a replay as one self-contained HTML page with a policy that forbids all requests. Its scripts and
 * styles are allowed by their hashes, so no text of a scenario can become a script.
 */
import { hash } from 'node:crypto';
import { escapeMarkup, printable } from '../load/printable.ts';
import type { ReplaySummary, ScenarioResult } from '../run/scenario-result.ts';
import { chartScript } from './draw-charts.ts';
import { badgeOf, sectionOf } from './html-scenario.ts';
import { REPORT_STYLE } from './report-style.ts';
import { secondsOf, sumText } from './text-report.ts';

/** uPlot, as texts. */
interface ChartLibraryText {
  readonly script: string;
  readonly style: string;
}

export function htmlReport(results: readonly ScenarioResult[], sum: ReplaySummary, library: ChartLibraryText): string {
  const body = [
    `<h1>Ballast replay</h1><p>${escapeMarkup(sumText(sum))}</p>`,
    overview(results),
    ...results.map((result, index) => sectionOf(result, anchorOf(index), results.length === 1 || !result.passed)),
  ];
  return htmlPage(
    'Ballast replay',
    body.join('\n'),
    [SPEAKABLE_LANGUAGE, library.script, chartScript()],
    [library.style, REPORT_STYLE],
  );
}

/** uPlot formats numbers in the browser's language and fails if there is none, as under the POSIX locale. */
const SPEAKABLE_LANGUAGE =
  "try{Intl.getCanonicalLocales(navigator.language)}catch{Object.defineProperty(navigator,'language',{value:'en'})}";

/** A page that may load nothing, and run only these scripts and styles. */
function htmlPage(title: string, body: string, scripts: readonly string[], styles: readonly string[]): string {
  const hashes = (texts: readonly string[]) =>
    texts.map((text) => `'sha256-${hash('sha256', text, 'base64')}'`).join(' ');
  const policy = `default-src 'none'; script-src ${hashes(scripts)}; style-src ${hashes(styles)}; img-src data:; base-uri 'none'; form-action 'none'`;
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<title>${escapeMarkup(title)}</title><link rel="icon" href="data:,">`,
    ...styles.map((text) => `<style>${text}</style>`),
    `</head><body><main>${body}</main>`,
    ...scripts.map((text) => `<script>${text}</script>`),
    '</body></html>\n',
  ].join('\n');
}

function overview(results: readonly ScenarioResult[]): string {
  const rows = results.map((result, index) => {
    const { name, steps, eventCount, head, durationMs } = result.outcome;
    return [
      `<tr><td>${badgeOf(result)}</td><td><a href="#${anchorOf(index)}">${escapeMarkup(printable(name))}</a></td>`,
      `<td class="num">${steps.length}</td><td class="num">${eventCount}</td><td>${result.golden}</td>`,
      `<td><code>${escapeMarkup(head.slice(0, 12))}</code></td><td class="num">${secondsOf(durationMs)}</td></tr>`,
    ].join('');
  });
  const headers =
    '<th>Result</th><th>Scenario</th><th class="num">Steps</th><th class="num">Log entries</th><th>Golden log</th><th>Head</th><th class="num">Time</th>';
  return `<div class="panel wide"><table><thead><tr>${headers}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function anchorOf(index: number): string {
  return `scenario-${index + 1}`;
}
