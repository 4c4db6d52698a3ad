/**
 * Stores the results of an exploration of the control plane in its folder: a later server shows them without running a
 * client.
 */
import { join } from 'node:path';
import {
  type ExplorationReport,
  FINDING_FILES,
  type FindingFile,
  type VerdictKind,
} from '../../contract/control/explorer/explorations.ts';
import { readBytes, readyFile } from '../../system/files/durable-files.ts';
import type { StartedExploration } from './start-exploration.ts';

interface ShownExploration {
  readonly report: ExplorationReport;
  /** One for each finding. */
  readonly files: readonly Partial<Record<FindingFile, string>>[];
}

const FILE = 'report.json';

export function saveExploration(folder: string, exploration: StartedExploration): void {
  const report = exploration.report();
  const files = report.findings.map(({ number }) =>
    Object.fromEntries(FINDING_FILES.map((file) => [file, exploration.findingFile(number, file) ?? ''])),
  );
  const shown: ShownExploration = { report, files };
  readyFile(join(folder, FILE), Buffer.from(JSON.stringify(shown))).moveIn();
}

/** `null` if there were no results. */
export function readExploration(folder: string): StartedExploration | null {
  const bytes = readBytes(join(folder, FILE));
  if (bytes === null) return null;
  const { report, files } = JSON.parse(bytes.toString('utf8')) as ShownExploration;
  const shown = {
    ...report,
    // Earlier versions did not store it.
    unproven: report.unproven ?? null,
    ended_by: report.ended_by ?? null,
    suspected: 0,
    search_left_ms: null,
    findings: report.findings.map((finding) => ({ ...finding, verdict: renamedVerdict(finding.verdict) })),
  };
  return { report: () => shown, findingFile: (number, file) => files[number - 1]?.[file] ?? null };
}

/** Maps a verdict that earlier versions named differently. */
function renamedVerdict(verdict: VerdictKind | 'unruly'): VerdictKind {
  return verdict === 'unruly' ? 'misbehaving' : verdict;
}
