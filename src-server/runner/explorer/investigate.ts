/** Looks closer at a finding (decision Q4): is it seen again, what is the least that shows it, how often does it? */
import type { VerdictKind } from '../../contract/control/explorer/explorations.ts';
import { breachVerdict, causeOfBreach } from '../../explorer/cause.ts';
import { milderFaults, shrinkSchedule } from '../../explorer/shrink-schedule.ts';
import type { TrialReport, TrialStory } from '../../explorer/trial-task.ts';
import type { RuleBreach } from '../../explorer/verdict.ts';
import type { Schedule, TrialRuns } from './trial-runs.ts';

export interface ExploredFinding {
  readonly finding: RuleBreach;
  readonly verdict: VerdictKind;
  readonly cause: string;
  /** As few and as mild faults as show it. */
  readonly schedule: Schedule;
  /** How often it was seen of as many times as it was run again. */
  readonly seen: number;
  readonly runs: number;
  readonly story: TrialStory;
}

export const RUNS_AGAIN = 5;
const STORIES_FROM = 100;

interface InvestigationTerms {
  /** The schedule is not to be made smaller. */
  readonly isFixed: boolean;
  /** Whether a trial under the schedule says anything of the client. */
  readonly isConclusive: (schedule: Schedule) => boolean;
}

/** `null` where it is not seen again. */
export async function investigate(
  runs: TrialRuns,
  finding: RuleBreach,
  schedule: Schedule,
  { isFixed, isConclusive }: InvestigationTerms,
): Promise<ExploredFinding | null> {
  const isSeen = async (candidate: Schedule, attempt: number) =>
    shownIn(await runs.run(candidate, { attempt, isUrgent: true }), finding) !== null;
  if (!(await isSeenAgain((attempt) => isSeen(schedule, attempt)))) return null;
  // Seen once may be chance: what is smaller is not to be seen less often.
  const isSeenTwice = async (candidate: Schedule) =>
    isConclusive(candidate) && (await isSeen(candidate, 0)) && (await isSeen(candidate, 1));
  const fewest = isFixed ? schedule : await shrinkSchedule(schedule, isSeenTwice, milderFaults);
  const reports = await Promise.all(
    Array.from({ length: RUNS_AGAIN }, (_, run) =>
      runs.run(fewest, { attempt: STORIES_FROM + run, isUrgent: true, withStory: true }),
    ),
  );
  const shown = reports.flatMap((report) => {
    const same = shownIn(report, finding);
    return same === null || report?.story == null
      ? []
      : [{ finding: same, story: report.story, faults: report.faults }];
  });
  const [first] = shown;
  if (first === undefined) return null;
  const hits = first.faults.map(({ hits: count }) => count);
  return {
    finding: first.finding,
    verdict: breachVerdict(first.finding),
    cause: causeOfBreach(first.finding, fewest, hits),
    schedule: fewest,
    seen: shown.length,
    runs: reports.length,
    story: first.story,
  };
}

async function isSeenAgain(isSeen: (attempt: number) => Promise<boolean>): Promise<boolean> {
  for (let attempt = 1; attempt <= RUNS_AGAIN; attempt += 1) if (await isSeen(attempt)) return true;
  return false;
}

/** The same finding in another trial. */
function shownIn(report: TrialReport | null, { rule, subject }: RuleBreach): RuleBreach | null {
  return report?.findings.find((each) => each.rule === rule && each.subject === subject) ?? null;
}
