/** The outcome of a replay for machines and for people: JUnit XML, and one self-contained HTML page. */
import type { StepResult } from './run-scenario.ts';

export interface ScenarioResult {
  readonly file: string;
  readonly name: string;
  readonly seed: number;
  readonly passed: boolean;
  readonly steps: readonly StepResult[];
  /** Where the run left its golden log; `null` where it did not or there is none. */
  readonly divergence: string | null;
  readonly events: number;
  readonly head: string;
  readonly durationMs: number;
}

/** Checks of a scenario: its steps, and its golden log where it has one. */
export function junitXml(results: readonly ScenarioResult[]): string {
  const suites = results.map((result) => {
    const cases = result.steps.map(({ title, failures }) => testCase(title, result.file, failures));
    if (result.divergence !== null) cases.push(testCase('golden log', result.file, [result.divergence]));
    const failed = cases.filter(({ hasFailed }) => hasFailed).length;
    const attributes = `name="${escapeMarkup(result.name)}" tests="${cases.length}" failures="${failed}" time="${seconds(result)}"`;
    return `  <testsuite ${attributes}>\n${cases.map(({ xml }) => xml).join('\n')}\n  </testsuite>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('\n')}\n</testsuites>\n`;
}

export function htmlReport(results: readonly ScenarioResult[]): string {
  const sections = results.map((result) => {
    const rows = result.steps.map(
      ({ title, at, failures }) =>
        `<tr class="${failures.length === 0 ? 'ok' : 'bad'}"><td>${failures.length === 0 ? 'passed' : 'FAILED'}</td>` +
        `<td>${escapeMarkup(at)}</td><td><code>${escapeMarkup(title)}</code>${failures.map((text) => `<pre>${escapeMarkup(text)}</pre>`).join('')}</td></tr>`,
    );
    const divergence =
      result.divergence === null ? '' : `<pre class="bad">golden log: ${escapeMarkup(result.divergence)}</pre>`;
    return (
      `<section><h2>${escapeMarkup(result.name)} — ${result.passed ? 'passed' : 'FAILED'}</h2>` +
      `<p>${escapeMarkup(result.file)} · seed ${result.seed} · ${result.events} events · chain head <code>${result.head}</code></p>` +
      `<table><tr><th>Result</th><th>Virtual time</th><th>Step</th></tr>${rows.join('')}</table>${divergence}</section>`
    );
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Ballast replay</title><style>${STYLE}</style><h1>Ballast replay</h1>${sections.join('')}</html>\n`;
}

const STYLE =
  'body{font:14px system-ui;margin:32px;max-width:1000px}table{border-collapse:collapse;width:100%}' +
  'td,th{border-bottom:1px solid #ccc;padding:4px 8px;text-align:left;vertical-align:top}' +
  '.bad,.bad td{background:#fdecea}pre{white-space:pre-wrap;margin:4px 0}';

function testCase(title: string, file: string, failures: readonly string[]): { xml: string; hasFailed: boolean } {
  const head = `    <testcase name="${escapeMarkup(title)}" classname="${escapeMarkup(file)}"`;
  if (failures.length === 0) return { xml: `${head}/>`, hasFailed: false };
  const [first = ''] = failures;
  const failure = `<failure message="${escapeMarkup(first)}">${escapeMarkup(failures.join('\n'))}</failure>`;
  return { xml: `${head}>${failure}</testcase>`, hasFailed: true };
}

function seconds({ durationMs }: ScenarioResult): string {
  return (durationMs / 1000).toFixed(3);
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
