/**
 * Ends a sweep: writes the results into its folder and a summary for people and machines, or the command to resume it.
 */
import { join } from 'node:path';
import { formatCount } from '../../sweep/format-figure.ts';
import { columnsJson, csvLines, jsonLines } from '../../sweep/result-files.ts';
import type { SweepEnd } from '../../sweep/run-sweep.ts';
import { summariseSweep } from '../../sweep/summarise-sweep.ts';
import { summaryPage } from '../../sweep/summary-page.ts';
import { summaryText } from '../../sweep/summary-text.ts';
import { countJobs } from '../../sweep/sweep-plan.ts';
import { writeInParts } from '../../system/files/text-folder.ts';
import { resumeCommand } from '../jobs/resume-command.ts';
import { replayCommandLine } from '../replay/replay-command-line.ts';
import type { OpenSweep } from './sweep-folder.ts';
import type { SweepOptions } from './sweep-options.ts';

interface EndedSweep extends SweepOptions {
  readonly folder: string;
  readonly end: SweepEnd;
  readonly open: OpenSweep;
  /** Whether its scenario checks anything. */
  readonly hasChecks: boolean;
}

/** An interrupted sweep writes no files; its stored results allow it to be resumed. */
export function concludeSweep(sweep: EndedSweep): 0 | 1 | 65 | 130 {
  const { folder, end, file, html, open, queue } = sweep;
  const { store, plan, facts } = open;
  const resume = resumeCommand({ command: 'sweep', file, folder, queue });
  if (end === 'interrupted') {
    const done = Object.values(store.counts(null)).reduce((sum, count) => sum + count, 0);
    const stored = `${formatCount(done)} of ${formatCount(countJobs(plan))} jobs are done and stored`;
    sweep.note(`interrupted; ${stored}; continue with: ${resume}`);
    return 130;
  }
  writeInParts(join(folder, 'results.ndjson'), jsonLines(store));
  writeInParts(join(folder, 'results.csv'), csvLines(store));
  writeInParts(join(folder, 'columns.json'), [columnsJson(store)]);
  const summary = summariseSweep({
    store,
    plan,
    file,
    name: facts.name,
    end,
    asserts: sweep.asserts,
    hasChecks: sweep.hasChecks,
    out: folder,
    resumeCommand: resume,
    replayLine: (seed, vary) => replayCommandLine({ file, vary }, seed, []),
  });
  if (html !== null) writeInParts(html, [summaryPage(summary)]);
  if (sweep.json) sweep.write(JSON.stringify(summary));
  else for (const line of summaryText(summary)) sweep.write(line);
  if (summary.checks.some(({ failure }) => failure !== null)) return 1;
  if (summary.failed === 0) return summary.unproven === null ? 0 : 65;
  return store.counts(null).unmet === summary.failed ? 65 : 1;
}
