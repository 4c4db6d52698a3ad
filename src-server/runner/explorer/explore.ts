/**
 * Searches for the faults that break a client (decisions Q2 to Q4): a run without faults, every single fault, pairs
 * that follow from new behaviour, then random schedules. A schedule that breaks the client is run again, shrunk, and
 * reported as a finding. Results of trials are processed in the order of the search, so that the same seed finds the
 * same on any machine.
 */

import type {
  CoverageCell,
  ExplorationPhase,
  SearchLimit,
  VerdictKind,
} from '../../contract/control/explorer/explorations.ts';
import { RUNS_WITHOUT_FAULTS } from '../../contract/control/explorer/runs-without-faults.ts';
import { countOf } from '../../domain/numbers/count-of.ts';
import { breachVerdict, causeOfBreach, isExplained } from '../../explorer/cause.ts';
import { ContextCoverage } from '../../explorer/coverage.ts';
import type { ExplorationProgress } from '../../explorer/exploration-text.ts';
import { type PairedFault, pairFaults } from '../../explorer/pair-faults.ts';
import { isNearDeadline, withShortDelays } from '../../explorer/patience.ts';
import { misuses } from '../../explorer/rules/weak.ts';
import { describeScheduled, hasActed, randomSchedules } from '../../explorer/schedule.ts';
import { singleFaults } from '../../explorer/single-faults.ts';
import type { TrialReport, TrialTerms } from '../../explorer/trial-task.ts';
import type { RuleBreach } from '../../explorer/verdict.ts';
import type { JobExecutor } from '../../sweep/job.ts';
import { hostClock } from '../../system/host-time.ts';
import { StartupError } from '../../world/startup-error.ts';
import { type ExploredFinding, investigate, RUNS_AGAIN } from './investigate.ts';
import { soundRun } from './sound-run.ts';
import { type Schedule, TrialRuns } from './trial-runs.ts';
import type { TrialStore } from './trial-store.ts';
import { createTrialTurns } from './trial-turns.ts';

interface ExplorationTerms {
  readonly seed: number;
  /** Host ms; `null`: no limit. */
  readonly budgetMs: number | null;
  /** `null`: as many as the budget allows. */
  readonly mostTrials: number | null;
  /** `null`: findings of every kind. */
  readonly only: VerdictKind | null;
  /** The only schedule to try; `null`: the search generates schedules. */
  readonly schedule: Schedule | null;
}

interface ExplorationParts {
  readonly executor: JobExecutor<TrialTerms>;
  readonly store: TrialStore;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ExplorationProgress) => void;
  readonly onFinding: (finding: ExploredFinding) => void;
}

const INVESTIGATED_AT_ONCE = 3;
/** Number of trials of the search that are running or waiting, for each that can run at once. */
const WAITING_OF_ONE = 4;

export class Exploration {
  readonly coverage = new ContextCoverage();
  readonly findings: ExploredFinding[] = [];
  /** Findings that were observed once and are still to be confirmed or shrunk. */
  suspected = 0;
  /** Findings that were observed once and never again. */
  unconfirmed = 0;
  /** The limit that ended the search; `null`: none, or it has not ended. */
  endedBy: SearchLimit | null = null;
  /** Number of trials in which a fault hit. */
  #acted = 0;
  readonly runs: TrialRuns;
  readonly #terms: ExplorationTerms;
  readonly #parts: ExplorationParts;
  readonly #investigators = createTrialTurns(INVESTIGATED_AT_ONCE);
  readonly #startedMs = hostClock.monotonicMs();
  readonly #causes = new Set<string>();
  /** Causes of shrunk findings, by the causes with which they were observed. */
  readonly #smaller = new Map<string, string>();
  readonly #investigations: Promise<void>[] = [];
  readonly #failing = new AbortController();
  readonly #signal: AbortSignal;
  /** Host ms after which the client abandoned requests, from the trials so far. */
  readonly #patienceMs: number[] = [];
  #phase: ExplorationPhase = 'without_faults';
  #issued = 0;

  constructor(terms: ExplorationTerms, parts: ExplorationParts) {
    this.#terms = terms;
    this.#parts = parts;
    this.#signal = AbortSignal.any([parts.signal, this.#failing.signal]);
    this.runs = new TrialRuns({
      executor: parts.executor,
      store: parts.store,
      signal: this.#signal,
      isSpent: () => this.#isSpent(),
      onTrial: () => parts.onProgress(this.progress()),
    });
  }

  progress(): ExplorationProgress {
    const { length: findings } = this.findings;
    return {
      phase: this.#phase,
      trials: this.runs.count,
      cells: this.coverage.counts(),
      findings,
      suspected: this.suspected,
    };
  }

  /** Every single fault, with the resulting finding. */
  cells(): CoverageCell[] {
    return this.coverage.cells((causes) => {
      const known = new Set(causes.flatMap((cause) => [cause, this.#smaller.get(cause) ?? cause]));
      const index = this.findings.findIndex(({ cause }) => known.has(cause));
      return index < 0 ? null : index + 1;
    });
  }

  /**
   * Why a finished exploration proves nothing about the client (decision K118); `null`: it does, or it has not ended.
   */
  unproven(): string | null {
    const { schedule } = this.#terms;
    // A finding that needs no fault is a proof without any.
    if (this.#phase !== 'over' || this.#acted > 0 || schedule?.length === 0) return null;
    const { count, broken } = this.runs;
    if (broken.length > 0) return `no trial with a fault could be run: ${broken[0]}`;
    if (schedule !== null) return `no fault could be tried: ${schedule.map(describeScheduled).join('; ')}`;
    const { total, done } = this.coverage.counts();
    if (total === 0) return 'no fault can hit anything that the client does';
    if (done === 0)
      return `none of ${countOf(total, 'fault')} was tried: the search ended after ${countOf(count, 'run')} without a fault`;
    return `none of the ${countOf(done, 'fault that was', 'faults that were')} tried had a hit`;
  }

  /** Rejects with `StartupError` 64 or 65 for a client that cannot be explored. */
  async run(): Promise<'complete' | 'interrupted'> {
    try {
      await this.#search();
      this.#enter('shrinking');
      await Promise.all(this.#investigations);
    } catch (error) {
      this.#failing.abort();
      await Promise.allSettled(this.#investigations);
      if (!this.#parts.signal.aborted) throw error;
    }
    if (this.#parts.signal.aborted) return 'interrupted';
    this.#enter('over');
    return 'complete';
  }

  async #search(): Promise<void> {
    const sound = await this.#runWithoutFaults();
    const { schedule, seed } = this.#terms;
    if (schedule === null || schedule.length === 0)
      this.#integrate([], { ...sound.report, findings: misuses(sound.record) });
    if (schedule !== null) return schedule.length === 0 ? undefined : this.#tryOnly(schedule);
    const singles = singleFaults(sound.record);
    this.coverage.plan(singles);
    this.#enter('single_faults');
    const tried: PairedFault[] = [];
    await this.#tryInOrder(
      singles.map((fault) => [fault]),
      ([fault], report) => {
        if (fault !== undefined && report.findings.length === 0) tried.push({ fault, behaviour: report.behaviour });
      },
    );
    this.#enter('pairs');
    await this.#tryInOrder(pairFaults(tried, sound.behaviour));
    this.#enter('random');
    await this.#tryInOrder(randomSchedules(seed, singles));
  }

  #enter(phase: ExplorationPhase): void {
    this.#phase = phase;
    this.#parts.onProgress(this.progress());
  }

  async #runWithoutFaults() {
    const runs = await Promise.all(
      Array.from({ length: RUNS_WITHOUT_FAULTS }, (_none, attempt) => this.runs.run([], { attempt, isUrgent: true })),
    );
    const [first = null, second = null] = runs;
    if (first === null || second === null) throw new StartupError(65, [this.runs.broken[0] ?? 'stopped']);
    const sound = soundRun(first, second);
    this.runs.sound = sound.record;
    return sound;
  }

  /** A finding may need several attempts to occur. */
  async #tryOnly(schedule: Schedule): Promise<void> {
    this.#enter('single_faults');
    for (let attempt = 0; attempt <= RUNS_AGAIN; attempt += 1) {
      const report = await this.runs.run(schedule, { attempt, isUrgent: true });
      if (report !== null) this.#integrate(schedule, report);
      if (this.#investigations.length > 0 || this.#signal.aborted) return;
    }
  }

  async #tryInOrder(
    schedules: Iterable<Schedule>,
    onReport: (schedule: Schedule, report: TrialReport) => void = () => {},
  ): Promise<void> {
    const waiting: { schedule: Schedule; report: Promise<TrialReport | null> }[] = [];
    const most = this.#parts.executor.atOnce * WAITING_OF_ONE;
    const takeFirst = async () => {
      const first = waiting.shift();
      const report = (await first?.report) ?? null;
      if (first === undefined || report === null) return;
      const conclusion = await this.#conclusive(first.schedule, report);
      if (conclusion === null) return;
      onReport(...conclusion);
      this.#integrate(...conclusion);
    };
    for (const schedule of schedules) {
      if (this.#isOver()) break;
      this.#issued += 1;
      const report = this.runs.run(schedule, { attempt: 0, isUrgent: false });
      // A failure is reported when the search reaches this trial.
      report.catch(() => undefined);
      waiting.push({ schedule, report });
      if (waiting.length >= most) await takeFirst();
    }
    while (waiting.length > 0) await takeFirst();
  }

  /** A delay near to the client's deadline proves nothing, so a short one is tried instead (decision Q3). */
  async #conclusive(schedule: Schedule, report: TrialReport): Promise<[Schedule, TrialReport] | null> {
    this.#patienceMs.push(...report.patienceMs);
    if (this.#isConclusive(schedule)) return [schedule, report];
    const shorter = withShortDelays(schedule);
    const instead = await this.runs.run(shorter, { attempt: 0, isUrgent: true });
    return instead === null || !this.#isConclusive(shorter) ? null : [shorter, instead];
  }

  #isConclusive(schedule: Schedule): boolean {
    return !isNearDeadline(schedule, this.#patienceMs);
  }

  #isOver(): boolean {
    if (this.#signal.aborted || this.#isSpent()) return true;
    const isOver = this.#issued >= (this.#terms.mostTrials ?? Number.POSITIVE_INFINITY);
    if (isOver) this.endedBy ??= 'trials';
    return isOver;
  }

  /** Call it only before a trial of the search: the budget is what prevents that trial. */
  #isSpent(): boolean {
    const { budgetMs } = this.#terms;
    const isSpent = budgetMs !== null && hostClock.monotonicMs() - this.#startedMs > budgetMs;
    // Also if the maximum number of trials was waiting by then.
    if (isSpent) this.endedBy = 'budget';
    return isSpent;
  }

  #integrate(schedule: Schedule, report: TrialReport): void {
    const hits = report.faults.map(({ hits: count }) => count);
    if (schedule.some((each, index) => hasActed(each, hits[index] ?? 0))) this.#acted += 1;
    const [fault] = schedule;
    if (fault !== undefined && schedule.length === 1) {
      const unfound = hasActed(fault, hits[0] ?? 0) ? 'sound' : 'missed';
      // A failure is one, even if findings with its verdict are not reported.
      const causes = report.findings.map((finding) => causeOfBreach(finding, schedule, hits));
      this.coverage.mark(fault, causes.length > 0 ? 'finding' : unfound, causes);
    }
    for (const finding of report.findings.filter((each) => this.#isWanted(each))) {
      const cause = causeOfBreach(finding, schedule, hits);
      if (this.#causes.has(cause) || (schedule.length > 1 && isExplained(finding, schedule, this.#causes))) continue;
      this.#causes.add(cause);
      this.suspected += 1;
      const before = this.#investigations.at(-1) ?? Promise.resolve();
      // Few at once, so that the first is reported soon.
      const investigated = this.#investigators.enqueue(false, () =>
        investigate(this.runs, finding, schedule, {
          isFixed: this.#terms.schedule !== null,
          isConclusive: (candidate) => this.#isConclusive(candidate),
        }),
      );
      const investigation = investigated.then(async (found) => {
        // Keeps their order reproducible.
        await before;
        this.suspected -= 1;
        if (this.#signal.aborted) return;
        if (found !== null) {
          this.#smaller.set(cause, found.cause);
          return this.#add(found);
        }
        this.unconfirmed += 1;
        this.#causes.delete(cause);
      });
      investigation.catch(() => this.#failing.abort());
      this.#investigations.push(investigation);
    }
    this.#parts.onProgress(this.progress());
  }

  #isWanted(finding: RuleBreach): boolean {
    const { only } = this.#terms;
    return only === null || breachVerdict(finding) === only;
  }

  /** Merges findings that were shrunk to the same schedule. */
  #add(found: ExploredFinding): void {
    this.#causes.add(found.cause);
    if (this.findings.some(({ cause }) => cause === found.cause)) return;
    this.findings.push(found);
    this.#parts.onFinding(found);
    this.#parts.onProgress(this.progress());
  }
}
