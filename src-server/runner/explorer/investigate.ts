/** Investigates a finding (decision Q4): runs it again, shrinks its schedule, and measures how often it occurs. */
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
  /** As few and as mild faults as possible. */
  readonly schedule: Schedule;
  /** Number of runs in which it occurred, out of all repetitions. */
  readonly seen: number;
  readonly runs: number;
  readonly story: TrialStory;
}

export const RUNS_AGAIN = 5;
const STORIES_FROM = 100;

interface InvestigationTerms {
  /** The schedule must not be shrunk. */
  readonly isFixed: boolean;
  /** Whether a trial under the schedule can prove anything about the client. */
  readonly isConclusive: (schedule: Schedule) => boolean;
}

/** `null` if it does not occur again. */
export async function investigate(
  runs: TrialRuns,
  finding: RuleBreach,
  schedule: Schedule,
  { isFixed, isConclusive }: InvestigationTerms,
): Promise<ExploredFinding | null> {
  const isSeen = async (candidate: Schedule, attempt: number) =>
    shownIn(await runs.run(candidate, { attempt, isUrgent: true }), finding) !== null;
  if (!(await isSeenAgain((attempt) => isSeen(schedule, attempt)))) return null;
  // One occurrence may be chance: a smaller schedule must not show the finding less often.
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

/** Finds the same breach in another trial. */
function shownIn(report: TrialReport | null, { rule, subject }: RuleBreach): RuleBreach | null {
  return report?.findings.find((each) => each.rule === rule && each.subject === subject) ?? null;
}
