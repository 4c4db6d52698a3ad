/** The outcome of a replay as JUnit XML: a suite for each scenario, a case for each check. */

import { formatDivergence } from '../compare/format-divergence.ts';
import { escapeMarkup, printableLines } from '../load/printable.ts';
import type { ScenarioResult } from '../run/scenario-result.ts';
import { resultLines } from './text-report.ts';

export function junitXml(results: readonly ScenarioResult[]): string {
  const suites = results.map(suiteOf);
  const total = (key: 'tests' | 'failures' | 'durationMs') => suites.reduce((sum, suite) => sum + suite[key], 0);
  const counts = `tests="${total('tests')}" failures="${total('failures')}" errors="0"`;
  const head = `<testsuites name="ballast replay" ${counts} time="${seconds(total('durationMs'))}">`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${head}\n${suites.map(({ xml }) => xml).join('\n')}\n</testsuites>\n`;
}

interface Case {
  readonly title: string;
  readonly durationMs: number;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly text: string;
  readonly printed?: string | null;
}

/** The checks of a scenario: its steps, the logs it is compared with, and other failures. */
function casesOf({ outcome, golden, divergences, faults, stepDurationsMs }: ScenarioResult): Case[] {
  const cases: Case[] = outcome.steps.map(({ index, title, failures, printed, skipped, file, line, column }) => ({
    printed,
    title: `${index + 1}. ${title}`,
    durationMs: stepDurationsMs[index] ?? 0,
    outcome: skipped !== null ? 'skipped' : failures.length === 0 ? 'passed' : 'failed',
    text: skipped ?? [...failures, `at ${file}:${line}:${column}`].join('\n'),
  }));
  for (const fault of [...outcome.faults, ...faults])
    cases.push({ title: outcome.status === 'bad' ? 'file' : 'run', durationMs: 0, outcome: 'failed', text: fault });
  for (const { name, divergence, cause } of divergences)
    cases.push({ title: name, durationMs: 0, outcome: 'failed', text: formatDivergence(divergence, cause) });
  if (golden === 'same') cases.push({ title: 'golden log', durationMs: 0, outcome: 'passed', text: '' });
  if (outcome.status === 'stopped')
    cases.push({ title: 'the rest', durationMs: 0, outcome: 'skipped', text: 'the run was stopped' });
  return cases;
}

function suiteOf(result: ScenarioResult) {
  const { outcome } = result;
  const cases = casesOf(result);
  const failures = cases.filter((one) => one.outcome === 'failed').length;
  const skipped = cases.filter((one) => one.outcome === 'skipped').length;
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}"`;
  const head = `  <testsuite name="${attribute(outcome.name)}" file="${attribute(outcome.file)}" ${counts} time="${seconds(outcome.durationMs)}">`;
  const properties = Object.entries({
    seed: outcome.seed,
    events: outcome.eventCount,
    head: outcome.head,
    again: result.again,
  });
  const xml = [
    head,
    '    <properties>',
    ...properties.map(([name, value]) => `      <property name="${name}" value="${attribute(String(value))}"/>`),
    '    </properties>',
    ...cases.map((one) => caseXml(one, outcome.file)),
    ...(result.passed ? [] : [`    <system-out>${content(resultLines(result).join('\n'))}</system-out>`]),
    '  </testsuite>',
  ].join('\n');
  return { xml, tests: cases.length, failures, skipped, durationMs: outcome.durationMs };
}

function caseXml({ title, durationMs, outcome, text, printed = null }: Case, file: string): string {
  const head = `    <testcase name="${attribute(title)}" classname="${attribute(file)}" file="${attribute(file)}" time="${seconds(durationMs)}"`;
  if (outcome === 'passed' && printed === null) return `${head}/>`;
  if (outcome === 'passed') return `${head}><system-out>${content(printed ?? '')}</system-out></testcase>`;
  if (outcome === 'skipped') return `${head}><skipped message="${attribute(text)}"/></testcase>`;
  const [first = ''] = text.split('\n');
  return `${head}><failure type="check" message="${attribute(first)}">${content(text)}</failure></testcase>`;
}

function seconds(durationMs: number): string {
  return (durationMs / 1000).toFixed(3);
}

/** A text as the value of an attribute. */
export function attribute(text: string): string {
  return content(text).replaceAll('\n', '&#10;');
}

/** A text between tags. */
export function content(text: string): string {
  return escapeMarkup(printableLines(text));
}
