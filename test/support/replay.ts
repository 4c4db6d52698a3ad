/** Replays scenarios in this process for tests, and returns the output line by line; folders belong to the test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ReplayOptions, replayScenarios } from '../../src-server/app.ts';
import { type ReplayReport, replayReport } from '../../src-server/contract/control/scenarios/replay-report.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';

const folders: string[] = [];

/** One of the scenarios that come with Ballast. */
export function fixture(name: string): string {
  return join(packageRoot(), 'fixtures/scenarios', `${name}.yaml`);
}

export async function replay(files: readonly string[], options: Partial<ReplayOptions> = {}) {
  const lines: string[] = [];
  const plain = { seed: null, update: false, junit: null, html: null, json: false };
  const exit = await replayScenarios({ ...plain, files, write: (line) => lines.push(line), ...options });
  return { exit, lines, text: lines.join('\n') };
}

/** Does the same with the JSON report, which has to match its schema. */
export async function replayReported(files: readonly string[], options: Partial<ReplayOptions> = {}) {
  const { exit, lines } = await replay(files, { ...options, json: true });
  const report: ReplayReport = replayReport.parse(JSON.parse(lines.at(-1) ?? ''));
  return { exit, report, scenarios: report.scenarios };
}

export function replayFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-replay-'));
  folders.push(folder);
  return folder;
}

export function removeReplayFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
