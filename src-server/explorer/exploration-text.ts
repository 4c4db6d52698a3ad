/** Formats an exploration as lines for a terminal and as JUnit XML. Does not read the clock. */

import type {
  ExplorationFinding,
  ExplorationPhase,
  ExplorationReport,
} from '../contract/control/explorer/explorations.ts';
import { countOf } from '../domain/numbers/count-of.ts';
import { printable } from '../scenario/load/printable.ts';
import { attribute, content } from '../scenario/reports/junit-xml.ts';
import { createMeanJobRate } from '../sweep/job-rate.ts';

/** The progress of an exploration. */
export interface ExplorationProgress {
  readonly phase: ExplorationPhase;
  /** Trials and findings of the search, including those of earlier runs. */
  readonly trials: number;
  readonly cells: { readonly done: number; readonly total: number };
  readonly findings: number;
  /** Findings that were seen once and are being rerun, to confirm and shrink them. */
  readonly suspected: number;
}

const PHASES: Readonly<Record<ExplorationPhase, string>> = {
  without_faults: 'without faults',
  single_faults: 'single faults',
  pairs: 'pairs of faults',
  random: 'random faults',
  shrinking: 'confirming and shrinking findings',
  over: 'over',
};

/** `perSecond` 0: not known yet. */
function progressLine(progress: ExplorationProgress, perSecond: number): string {
  const { phase, trials, cells, findings, suspected } = progress;
  const rate = perSecond > 0 ? `, ${perSecond.toFixed(1)} a second` : '';
  const covered = cells.total === 0 ? '' : `, ${cells.done} of ${cells.total} single faults`;
  const rerun = suspected === 0 ? '' : `, ${suspected} more to confirm and shrink`;
  return `${PHASES[phase]}: ${countOf(trials, 'trial')}${rate}${covered}, ${countOf(findings, 'finding')}${rerun}`;
}

/** Returns the progress line for a terminal and for pipes. */
export function createExplorationMeter() {
  const rateOf = createMeanJobRate();
  const line = (progress: ExplorationProgress, nowMs: number) => progressLine(progress, rateOf(progress.trials, nowMs));
  return { bar: line, line };
}

/** `folder`: the folder of the findings' files. */
export function explorationLines(report: ExplorationReport, folder: string): string[] {
  const { trials, trials_per_second: perSecond, elapsed_ms: elapsedMs, findings } = report;
  const { single_faults: total, single_faults_done: done } = report;
  const rate = perSecond > 0 ? ` (${perSecond.toFixed(1)} a second)` : '';
  const covered = total === 0 ? '' : `; ${done} of ${total} single faults tried`;
  const head = `${countOf(trials, 'trial')} in ${spanOf(elapsedMs)}${rate}${covered}`;
  const notes = [
    ...limitLine(report),
    ...missedLine(report),
    ...(report.unconfirmed > 0 ? [`${countOf(report.unconfirmed, 'finding')} seen once but not reproduced`] : []),
    ...(report.broken > 0
      ? [`${countOf(report.broken, 'trial')} could not be run: ${printable(report.broken_reason ?? '')}`]
      : []),
  ];
  if (report.unproven !== null)
    return [head, ...notes, `the exploration is inconclusive: ${printable(report.unproven)}`];
  if (findings.length === 0) return [head, ...notes, 'nothing found'];
  const found = findings.flatMap((finding) => ['', ...findingLines(finding, folder)]);
  return [head, ...notes, countOf(findings.length, 'finding'), ...found];
}

/** Names the limit that ended the search, and what it did not limit. */
function limitLine(report: ExplorationReport): string[] {
  const { ended_by: limit, single_faults: total, single_faults_done: done, findings, unconfirmed } = report;
  if (limit === null) return [];
  const ended = limit === 'budget' ? 'the budget' : 'the number of trials';
  const untried =
    done >= total ? '' : ` before ${countOf(total - done, 'single fault was', 'single faults were')} tried`;
  const extra = limit === 'budget' ? 'time' : 'trials';
  const rerun = findings.length + unconfirmed === 0 ? '' : `; confirming and shrinking findings took extra ${extra}`;
  return [`${ended} ended the search${untried}${rerun}`];
}

const MAX_MISSED = 5;

/** Lists planned faults that hit nothing. */
function missedLine({ cells }: ExplorationReport): string[] {
  const missed = cells.filter(({ state }) => state === 'missed');
  if (missed.length === 0) return [];
  const named = missed
    .slice(0, MAX_MISSED)
    .map(({ target, fault, occurrence }) => `${fault} at occurrence ${occurrence} of ${target}`);
  const more = missed.length > MAX_MISSED ? `, and ${missed.length - MAX_MISSED} more` : '';
  return [`${countOf(missed.length, 'planned fault')} had no hits: ${named.join(', ')}${more}`];
}

/** Returns the folder of a finding, its verdict and its text, in one line. */
export function findingHeadline({ number, verdict, text, seen, runs }: ExplorationFinding): string {
  const often = seen < runs ? ` (seen in ${seen} of ${runs} runs)` : '';
  return `${folderOfFinding(number)}  ${verdict.toUpperCase()}  ${printable(text)}${often}`;
}

function findingLines(finding: ExplorationFinding, folder: string): string[] {
  const { number, faults, remedy } = finding;
  return [
    findingHeadline(finding),
    ...(faults.length === 0 ? ['  without any fault'] : faults.map((fault) => `  when ${printable(fault)}`)),
    `  ${remedy}`,
    `  ${folder}/${folderOfFinding(number)}/story.html`,
  ];
}

export function folderOfFinding(number: number): string {
  return `finding-${String(number).padStart(3, '0')}`;
}

/** One test case for each single fault, and one for each finding. */
export function explorationJunit({ name, cells, findings, elapsed_ms: elapsedMs }: ExplorationReport): string {
  const failures = findings.map(
    ({ number, verdict, text, faults, remedy }) =>
      `    <testcase name="${attribute(`${folderOfFinding(number)}: ${faults.join('; ') || 'no fault'}`)}" classname="${attribute(name)}"><failure type="${verdict}" message="${attribute(text)}">${content(`${text}\n${remedy}`)}</failure></testcase>`,
  );
  const others = cells
    .filter(({ state }) => state !== 'finding')
    .map(({ target, fault, occurrence, state }) => {
      const open = `    <testcase name="${attribute(`${target} ${occurrence}: ${fault}`)}" classname="${attribute(name)}"`;
      if (state === 'sound') return `${open}/>`;
      return `${open}><skipped message="${state === 'missed' ? 'the fault had no effect' : 'not tried'}"/></testcase>`;
    });
  const skipped = cells.filter(({ state }) => state === 'missed' || state === 'waiting').length;
  const counts = `tests="${failures.length + others.length}" failures="${failures.length}" errors="0"`;
  const time = (elapsedMs / 1000).toFixed(3);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="ballast explore" ${counts} time="${time}">`,
    `  <testsuite name="${attribute(name)}" ${counts} skipped="${skipped}" time="${time}">`,
    ...failures,
    ...others,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function spanOf(spanMs: number): string {
  const seconds = Math.round(spanMs / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
