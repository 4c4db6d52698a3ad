/**
 * Looks for the faults that break a client (decisions Q2 to Q4): a run without any, every single fault, pairs that new
 * behaviour leads to, then random schedules. What breaks it is run again, shrunk, and told as a finding. The results of
 * trials are taken in the order of the search, so that the same seed finds the same whatever the machine does besides.
 */
import { createHash } from 'node:crypto';
import type { ExplorationPhase, VerdictKind } from '../../contract/control/explorer/explorations.ts';
import { causeOf, isExplained, verdictOf } from '../../explorer/cause.ts';
import { Coverage } from '../../explorer/coverage.ts';
import type { ExplorationProgress } from '../../explorer/exploration-text.ts';
import { milderFaults } from '../../explorer/milder-faults.ts';
import { pairFaults, type TriedFault } from '../../explorer/pair-faults.ts';
import { randomSchedules } from '../../explorer/random-schedules.ts';
import { hasActed, type ScheduledFault } from '../../explorer/schedule.ts';
import { shrinkSchedule } from '../../explorer/shrink-schedule.ts';
import { singleFaults } from '../../explorer/single-faults.ts';
import type { TrialRecord } from '../../explorer/trial-record.ts';
import type { TrialReport, TrialStory, TrialTerms } from '../../explorer/trial-task.ts';
import type { Finding } from '../../explorer/verdict.ts';
import { canonicalJson, type Json } from '../../kernel/canonical-json.ts';
import type { JobResult } from '../../sweep/job-result.ts';
import type { JobExecutor } from '../../sweep/run-sweep.ts';
import type { Vary } from '../../sweep/sweep-plan.ts';
import { hostClock } from '../../system/host-time.ts';
import { StartupError } from '../../world/startup-error.ts';
import { soundRun } from './sound-run.ts';
import type { TrialStore } from './trial-store.ts';
import { createTrialTurns, type TrialTurns } from './trial-turns.ts';

export interface ExplorationTerms {
  readonly seed: number;
  /** Host ms; `null`: without end. */
  readonly budgetMs: number | null;
  /** `null`: as many as the budget allows. */
  readonly mostTrials: number | null;
  /** `null`: findings of every kind. */
  readonly only: VerdictKind | null;
  /** The only schedule to try; `null`: faults are looked for. */
  readonly schedule: readonly ScheduledFault[] | null;
}

export interface ExplorationParts {
  readonly executor: JobExecutor;
  readonly store: TrialStore;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ExplorationProgress) => void;
  readonly onFinding: (finding: ExploredFinding) => void;
}

export interface ExploredFinding {
  readonly finding: Finding;
  readonly verdict: VerdictKind;
  readonly cause: string;
  /** As few and as mild faults as show it. */
  readonly schedule: readonly ScheduledFault[];
  /** How often it was seen of as many times as it was run again. */
  readonly seen: number;
  readonly runs: number;
  readonly story: TrialStory;
}

const RUNS_AGAIN = 5;
const INVESTIGATED_AT_ONCE = 3;
/** Trials of the search that are under way or wait for their turn, of those that can run at once. */
const WAITING_OF_ONE = 4;

type Schedule = readonly ScheduledFault[];

interface TrialWish {
  /** Each is a run of its own of the same schedule. */
  readonly attempt: number;
  /** It goes before what only waits for its turn. */
  readonly isUrgent: boolean;
  readonly withStory?: boolean;
}

export class Exploration {
  readonly coverage = new Coverage();
  readonly findings: ExploredFinding[] = [];
  /** Findings that were seen once and never again. */
  unconfirmed = 0;
  /** Trials that could not be run, with the reason of the first. */
  readonly broken: string[] = [];
  readonly #terms: ExplorationTerms;
  readonly #parts: ExplorationParts;
  readonly #turns: TrialTurns;
  readonly #investigators = createTrialTurns(INVESTIGATED_AT_ONCE);
  readonly #startedMs = hostClock.monotonicMs();
  readonly #causes = new Set<string>();
  readonly #investigations: Promise<void>[] = [];
  readonly #failing = new AbortController();
  readonly #signal: AbortSignal;
  #phase: ExplorationPhase = 'without_faults';
  /** Trials that were run, now or before. */
  readonly #counted = new Set<string>();
  readonly #running = new Map<string, Promise<TrialReport | null>>();
  #issued = 0;
  #sound: TrialRecord | null = null;

  constructor(terms: ExplorationTerms, parts: ExplorationParts) {
    this.#terms = terms;
    this.#parts = parts;
    this.#turns = createTrialTurns(parts.executor.atOnce);
    this.#signal = AbortSignal.any([parts.signal, this.#failing.signal]);
  }

  /** The run without faults; `null`: it has not ended yet. */
  get sound(): TrialRecord | null {
    return this.#sound;
  }

  progress(): ExplorationProgress {
    const { length: findings } = this.findings;
    return { phase: this.#phase, trials: this.#counted.size, cells: this.coverage.counts(), findings };
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
    if (schedule !== null) return this.#tryOnly(schedule);
    const singles = singleFaults(sound.record);
    this.coverage.plan(singles);
    this.#enter('single_faults');
    const tried: TriedFault[] = [];
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
    const runs = await Promise.all([0, 1].map((attempt) => this.#trial([], { attempt, isUrgent: true })));
    const [first = null, second = null] = runs;
    if (first === null || second === null) throw new StartupError(65, [this.broken[0] ?? 'stopped']);
    const sound = soundRun(first, second);
    this.#sound = sound.record;
    return sound;
  }

  /** A finding that is not seen at once may still be seen some time. */
  async #tryOnly(schedule: Schedule): Promise<void> {
    this.#enter('single_faults');
    for (let attempt = 0; attempt <= RUNS_AGAIN; attempt += 1) {
      const report = await this.#trial(schedule, { attempt, isUrgent: true });
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
      onReport(first.schedule, report);
      this.#integrate(first.schedule, report);
    };
    for (const schedule of schedules) {
      if (this.#isOver()) break;
      this.#issued += 1;
      const report = this.#trial(schedule, { attempt: 0, isUrgent: false });
      // Where it fails, that is heard of in its turn.
      report.catch(() => undefined);
      waiting.push({ schedule, report });
      if (waiting.length >= most) await takeFirst();
    }
    while (waiting.length > 0) await takeFirst();
  }

  #isOver(): boolean {
    const { mostTrials } = this.#terms;
    return this.#signal.aborted || this.#issued >= (mostTrials ?? Number.POSITIVE_INFINITY) || this.#isSpent();
  }

  #isSpent(): boolean {
    const { budgetMs } = this.#terms;
    return budgetMs !== null && hostClock.monotonicMs() - this.#startedMs > budgetMs;
  }

  #integrate(schedule: Schedule, report: TrialReport): void {
    const hits = report.faults.map(({ hits: count }) => count);
    const wanted = report.findings.filter((finding) => this.#isWanted(finding));
    const [fault] = schedule;
    if (fault !== undefined && schedule.length === 1) {
      const unfound = hasActed(fault, hits[0] ?? 0) ? 'sound' : 'missed';
      this.coverage.mark(fault, wanted.length > 0 ? 'finding' : unfound);
    }
    for (const finding of wanted) {
      const cause = causeOf(finding, schedule, hits);
      if (this.#causes.has(cause) || (schedule.length > 1 && isExplained(finding, schedule, this.#causes))) continue;
      this.#causes.add(cause);
      const before = this.#investigations.at(-1) ?? Promise.resolve();
      // Few at once: the first is reported soon.
      const investigated = this.#investigators.inTurn(false, () => this.#investigate(finding, schedule));
      const investigation = investigated.then(async (found) => {
        // They have the same order each time.
        await before;
        if (found !== null) this.#add(found);
        else this.#causes.delete(cause);
      });
      investigation.catch(() => this.#failing.abort());
      this.#investigations.push(investigation);
    }
    this.#parts.onProgress(this.progress());
  }

  #isWanted(finding: Finding): boolean {
    const { only } = this.#terms;
    return only === null || verdictOf(finding) === only;
  }

  /** Runs it again, shrinks it, and counts how often the shrunk one is seen; `null` where it is not. */
  async #investigate(finding: Finding, schedule: Schedule): Promise<ExploredFinding | null> {
    const isSeen = async (candidate: Schedule, attempt: number) =>
      shownIn(await this.#trial(candidate, { attempt, isUrgent: true }), finding) !== null;
    if (!(await this.#isSeenAgain(schedule, isSeen))) {
      if (!this.#signal.aborted) this.unconfirmed += 1;
      return null;
    }
    const isGiven = this.#terms.schedule !== null;
    const fewest = isGiven
      ? schedule
      : // Seen once may be chance: what is smaller is not to be seen less often.
        await shrinkSchedule(
          schedule,
          async (candidate) => (await isSeen(candidate, 0)) && (await isSeen(candidate, 1)),
          milderFaults,
        );
    const reports = await Promise.all(
      Array.from({ length: RUNS_AGAIN }, (_, run) =>
        this.#trial(fewest, { attempt: STORIES_FROM + run, isUrgent: true, withStory: true }),
      ),
    );
    const shown = reports.flatMap((report) => {
      const same = shownIn(report, finding);
      return same === null || report?.story == null ? [] : [{ finding: same, story: report.story, report }];
    });
    const [first] = shown;
    if (this.#signal.aborted) return null;
    if (first === undefined) {
      this.unconfirmed += 1;
      return null;
    }
    const hits = first.report.faults.map(({ hits: count }) => count);
    return {
      ...{ finding: first.finding, verdict: verdictOf(first.finding), cause: causeOf(first.finding, fewest, hits) },
      ...{ schedule: fewest, seen: shown.length, runs: reports.length, story: first.story },
    };
  }

  async #isSeenAgain(schedule: Schedule, isSeen: (schedule: Schedule, attempt: number) => Promise<boolean>) {
    for (let attempt = 1; attempt <= RUNS_AGAIN && !this.#signal.aborted; attempt += 1)
      if (await isSeen(schedule, attempt)) return true;
    return false;
  }

  /** Two that were shrunk to the same are one. */
  #add(found: ExploredFinding): void {
    this.#causes.add(found.cause);
    if (this.findings.some(({ cause }) => cause === found.cause)) return;
    this.findings.push(found);
    this.#parts.onFinding(found);
    this.#parts.onProgress(this.progress());
  }

  /** `null` where it was stopped, is not begun any more, or could not be run. What is under way is not begun twice. */
  #trial(schedule: Schedule, { attempt, isUrgent, withStory = false }: TrialWish): Promise<TrialReport | null> {
    const identity = identityOf(schedule, attempt);
    const known = this.#parts.store.find(identity);
    if (known !== undefined) {
      this.#counted.add(identity);
      return Promise.resolve(known);
    }
    const running = this.#running.get(identity);
    if (running !== undefined) return running;
    const terms: TrialTerms = { schedule, sound: this.#sound, withStory };
    const trial = this.#turns
      .inTurn(isUrgent, () => this.#play(identity, terms, isUrgent))
      .finally(() => this.#running.delete(identity));
    this.#running.set(identity, trial);
    return trial;
  }

  async #play(identity: string, terms: TrialTerms, isUrgent: boolean): Promise<TrialReport | null> {
    if (this.#signal.aborted || (!isUrgent && this.#isSpent())) return null;
    const { store, executor, onProgress } = this.#parts;
    let result: JobResult | null = null;
    const job = { place: this.#counted.size, identity, seed: 0, vary: terms as unknown as Vary };
    await executor.play(job, (each) => (result = each), this.#signal);
    const report = this.#reportOf(result);
    if (report === null) return null;
    store.save(identity, report);
    this.#counted.add(identity);
    onProgress(this.progress());
    return report;
  }

  #reportOf(result: JobResult | null): TrialReport | null {
    if (result === null) return null;
    const { status, report, failure } = result;
    if (status === 'passed' || status === 'failed') return JSON.parse(report ?? 'null') as TrialReport | null;
    // Before anything is known of the client, it is the client that cannot be run.
    if (this.#sound === null && status === 'bad') throw new StartupError(report === '64' ? 64 : 65, [failure ?? '']);
    this.broken.push(failure ?? 'without a reason');
    return null;
  }
}

const STORIES_FROM = 100;

/** The same finding in another trial. */
function shownIn(report: TrialReport | null, { rule, subject }: Finding): Finding | null {
  return report?.findings.find((each) => each.rule === rule && each.subject === subject) ?? null;
}

function identityOf(schedule: Schedule, attempt: number): string {
  const text = canonicalJson({ schedule: schedule as unknown as Json, attempt });
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
