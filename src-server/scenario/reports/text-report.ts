/** The outcome of a replay for a terminal: a line for each scenario, and the reasons of a failure below it. */

import { countOf } from '../../domain/numbers/count-of.ts';
import { eventLabel, formatDivergence } from '../compare/format-divergence.ts';
import { printable, printableLines } from '../load/printable.ts';
import type { FailureTrace, StepResult } from '../run/play-outcome.ts';
import type { ReplaySummary, ScenarioResult } from '../run/scenario-result.ts';

const MAX_LINKS = 12;
const MAX_FAULTS = 20;
const NOTIFICATION_KINDS: ReadonlySet<string> = new Set(['delivery', 'attempt', 'sink']);

/** The lines of one scenario; the first one is the verdict. */
export function resultLines(result: ScenarioResult): string[] {
  const { outcome, divergences, faults, again } = result;
  const { name, steps, eventCount, head } = outcome;
  const verdict = resultVerdict(result);
  const isBad = outcome.status === 'bad';
  const counts = `${countOf(steps.length, 'step')}, ${countOf(eventCount, 'log entry', 'log entries')}`;
  const facts = `${counts}, head ${head.slice(0, 12) || 'none'}, ${secondsOf(outcome.durationMs)}${goldenNote(result)}`;
  const lines = [`${verdict}  ${printable(name)}  (${isBad ? 'cannot be run' : facts})`];
  for (const step of steps) lines.push(...printedStep(step));
  const measures = Object.entries(outcome.figures?.measures ?? {});
  for (const [measure, value] of measures) lines.push(`  ${printable(`measure ${measure}: ${value}`)}`);
  if (result.passed) return lines;
  // All issues of a file are fixed at once.
  for (const fault of [...outcome.faults, ...faults].slice(0, isBad ? undefined : MAX_FAULTS))
    lines.push(`  ${printable(fault)}`);
  for (const step of steps) if (step.failures.length > 0) lines.push(...failedStep(step, steps.length));
  if (outcome.trace !== null) lines.push(...traceLines(outcome.trace));
  for (const { name: log, divergence, cause } of divergences) {
    lines.push(...indented(`${log}: ${formatDivergence(divergence, cause)}`));
  }
  // A divergence ends with its own command.
  if (divergences.length === 0) lines.push(`  again: ${again}`);
  return lines;
}

/** The last line of the report. */
export function sumText({ passed, failed, stopped, durationMs }: ReplaySummary): string {
  const parts = [`${passed} passed`];
  if (failed > 0) parts.push(`${failed} FAILED`);
  if (stopped > 0) parts.push(`${stopped} not run to the end`);
  return `${parts.join(', ')} in ${secondsOf(durationMs)}`;
}

export function resultVerdict({ passed, outcome }: ScenarioResult): 'passed' | 'FAILED' | 'stopped' {
  if (passed) return 'passed';
  return outcome.status === 'stopped' ? 'stopped' : 'FAILED';
}

export function secondsOf(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(durationMs < 9_950 ? 2 : 1)} s`;
}

/** The chain of causes of a failure, a line for each link, indented below its cause. */
export function traceLines({ id, links, isCut, lastEvents }: FailureTrace): string[] {
  const lines: string[] = [];
  if (links.length > 0) {
    const depths = depthsOf(links);
    lines.push(`  what led there${id === null ? '' : ` (trace of ${id})`}:`);
    // Webhook deliveries are the first to be left out if there are too many links, because they follow from the rest.
    const own = links.length > MAX_LINKS ? links.filter(({ kind }) => !NOTIFICATION_KINDS.has(kind)) : links;
    const shown = own.slice(-MAX_LINKS);
    const left = links.length - shown.length;
    if (left > 0 || isCut) lines.push(`    … ${left > 0 ? `${left} more` : 'and what came before'}`);
    for (const { id: link, at, title, status } of shown) {
      const indent = '  '.repeat(Math.min(depths.get(link) ?? 0, 6));
      lines.push(`    ${indent}${at} ${printable(title)}${status === null ? '' : ` [${printable(status)}]`}`);
    }
  }
  if (lastEvents.length > 0) lines.push(`  last in the log:`, ...lastEvents.map((event) => `    ${eventLabel(event)}`));
  return lines;
}

/** The depth of each link. */
function depthsOf(links: FailureTrace['links']): ReadonlyMap<string, number> {
  const depths = new Map<string, number>();
  for (const { id, parent } of links) depths.set(id, parent === null ? 0 : (depths.get(parent) ?? -1) + 1);
  return depths;
}

/** The output of a step, or why it was skipped. */
function printedStep({ title, printed, skipped }: StepResult): string[] {
  if (skipped !== null) return [`  ${printable(`skipped: ${title} (${skipped})`)}`];
  if (printed === null) return [];
  const [first = '', ...more] = printableLines(`${title}: ${printed}`).split('\n');
  return [`  ${first}`, ...more.map((line) => `    ${line}`)];
}

function failedStep({ index, title, at, file, line, column, failures }: StepResult, played: number): string[] {
  const which = index + 1 < played ? `step ${index + 1} of the ${played} played` : `step ${index + 1}`;
  const where = `${which}, ${file}:${line}:${column}, at ${at}`;
  return [`  ${where}`, `    ${printable(title)}`, ...failures.flatMap((failure) => indented(`    ${failure}`))];
}

function goldenNote({ golden, uncompared }: ScenarioResult): string {
  if (golden === 'written') return ', golden log written';
  if (uncompared !== null) return `, golden log ${uncompared}`;
  return golden === 'not written' ? ', golden log left as it is because a check failed' : '';
}

function indented(text: string): string[] {
  return printableLines(text)
    .split('\n')
    .map((line) => `  ${line}`);
}
