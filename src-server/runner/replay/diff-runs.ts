/**
 * `ballast diff`: compares two runs, each a golden log, a scenario to run, or a world on disk: the first divergence of
 * their logs, and the differences of their results. Changes nothing that it reads.
 */

import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { DiffReport } from '../../contract/control/scenarios/diff-report.ts';
import { firstFault } from '../../domain/events/read-event.ts';
import { countOf } from '../../domain/numbers/count-of.ts';
import { compareRuns, type RunDifference, type RunSide } from '../../scenario/compare/compare-runs.ts';
import { type Divergence, findDivergence } from '../../scenario/compare/divergence.ts';
import { formatDivergence } from '../../scenario/compare/format-divergence.ts';
import { readGolden } from '../../scenario/compare/golden-log.ts';
import { printable } from '../../scenario/load/printable.ts';
import { describeFault } from '../../scenario/load/read-yaml.ts';
import { readLoggedRun } from '../../store/database/read-logged-run.ts';
import { projectRoot } from '../../system/files/read-source.ts';
import { readTextFile } from '../../system/files/world-files.ts';
import { loadScenario } from '../library/load-scenario.ts';
import { shellQuote } from './shell-quote.ts';
import type { StartWorld } from './start-world.ts';

export interface DiffOptions {
  readonly first: string;
  readonly second: string;
  readonly json: boolean;
  readonly write: (line: string) => void;
}

interface Side extends RunSide {
  readonly seed: number | null;
}

/** 0 the same, 1 different, 65 if a side cannot be read. */
export async function diffRuns(
  { first, second, json, write }: DiffOptions,
  startWorld: StartWorld,
): Promise<0 | 1 | 65> {
  const sides = [await readSide(first, startWorld), await readSide(second, startWorld)] as const;
  const faults = sides.flatMap((side, index) => faultsOf(side, index === 0 ? first : second));
  const [one, other] = sides;
  if ('faults' in one || 'faults' in other || faults.length > 0) {
    if (json) write(JSON.stringify({ same: false, faults }));
    else for (const fault of faults) write(fault);
    return 65;
  }
  const again = ['npx', 'ballast', 'diff', first, second].map(shellQuote).join(' ');
  const divergence = findDivergence({ ...one, name: 'first' }, { ...other, name: 'second' }, again);
  const differences = compareRuns(one, other);
  const isSame = divergence === null && differences.length === 0;
  if (json) write(JSON.stringify(reportOf(one, other, divergence, differences)));
  else for (const line of linesOf(one, other, divergence, differences)) write(line);
  return isSame ? 0 : 1;
}

type Read = Side | { readonly faults: readonly string[] };

function faultsOf(side: Read, path: string): readonly string[] {
  if ('faults' in side) return side.faults;
  if (side.events.length === 0) return [`${path}: has no events to compare`];
  const fault = firstFault(side.events);
  return fault === null ? [] : [`${path}: ${fault}`];
}

async function readSide(path: string, startWorld: StartWorld): Promise<Read> {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return { faults: [`${path}: there is no such file or folder`] };
  const database = stats.isDirectory() ? join(path, 'ballast.db') : path;
  if (stats.isDirectory() && statSync(database, { throwIfNoEntry: false }) === undefined)
    return { faults: [`${path}: is not a data folder, because it has no ballast.db`] };
  if (database.endsWith('.db')) {
    const run = readLoggedRun(database);
    return 'issue' in run ? { faults: [`${database}: ${run.issue}`] } : run;
  }
  return path.endsWith('.ndjson') ? readLog(path) : playSide(path, startWorld);
}

function readLog(file: string): Read {
  const source = readTextFile(file);
  if (!source.ok) return { faults: [`${file}: ${source.issue}`] };
  const { events, fingerprint, unreadable } = readGolden(source.text);
  if (unreadable !== null) {
    const line = printable(unreadable.line.slice(0, 120));
    return { faults: [`${file}:${unreadable.lineNumber}:1 is neither an event nor the end of a log: ${line}`] };
  }
  return { seed: fingerprint?.fingerprint.seed ?? null, events, deliveries: null };
}

async function playSide(file: string, startWorld: StartWorld): Promise<Read> {
  const root = projectRoot(file);
  const loaded = loadScenario(file, root);
  if (!loaded.ok) return { faults: loaded.faults.map(describeFault) };
  const { playScenario } = await import('./play-scenario.ts');
  const nothing = { seed: null, vary: {}, dataDir: null, untilMs: null, restoreAfterStep: null };
  // A run whose checks fail still has a log to compare.
  const job = { ...nothing, file, root, retain: 'all' } as const;
  const { status, faults, seed, events, figures } = await playScenario(job, {}, startWorld);
  return status === 'bad' ? { faults } : { seed, events, deliveries: figures?.deliveries ?? null };
}

function linesOf(
  one: Side,
  other: Side,
  divergence: Divergence | null,
  differences: readonly RunDifference[],
): string[] {
  const same = `both runs are the same: ${countOf(one.events.length, 'log entry', 'log entries')}, head ${one.events.at(-1)?.hash.slice(0, 12) ?? 'none'}`;
  if (divergence === null && differences.length === 0) return [same];
  const lines =
    divergence === null
      ? [`the event logs are the same, ${countOf(other.events.length, 'log entry', 'log entries')}`]
      : [];
  if (divergence !== null) lines.push(formatDivergence(divergence));
  if (differences.length === 0) lines.push('all figures are the same');
  let area: string | null = null;
  for (const difference of differences) {
    if (difference.area !== area) lines.push(`${difference.area}:`);
    area = difference.area;
    lines.push(`  ${formatDifference(difference)}`);
  }
  return lines;
}

function formatDifference({ subject, first, second, unit }: RunDifference): string {
  const formatValue = (value: number | string | null) =>
    value === null ? 'none' : `${value}${unit === '' ? '' : ` ${unit}`}`;
  const isCounted = typeof first === 'number' && typeof second === 'number';
  const by = isCounted ? Math.round((second - first) * 1e6) / 1e6 : 0;
  return `${printable(subject)}: ${formatValue(first)}, then ${formatValue(second)}${isCounted ? ` (${by > 0 ? '+' : ''}${by})` : ''}`;
}

function reportOf(
  one: Side,
  other: Side,
  divergence: Divergence | null,
  differences: readonly RunDifference[],
): DiffReport {
  const side = ({ seed, events }: Side) => ({ seed, events: events.length, head: events.at(-1)?.hash ?? null });
  return {
    same: divergence === null && differences.length === 0,
    first: side(one),
    second: side(other),
    divergence:
      divergence === null
        ? null
        : {
            event: divergence.seq,
            heading: divergence.heading,
            fields: divergence.fields.map(({ pointer, expected, actual }) => ({
              pointer,
              first: expected,
              second: actual,
            })),
            text: formatDivergence(divergence),
          },
    differences: [...differences],
  };
}
