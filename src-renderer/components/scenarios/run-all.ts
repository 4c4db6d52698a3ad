/**
 * Plays many scenarios one after the other, a few at a time, on whatever screen the user is. The service plays and
 * stores the runs; this page only starts the next one, because the service stores only the latest. The browser stores
 * the rest of the plan: any page of the app that is open, or is opened next, continues it.
 */
import { notifications } from '@mantine/notifications';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { ScenarioRunWire } from '../../../src-server/contract/control/scenarios/scenario-runs.ts';
import { ApiError } from '../../api/api-error.ts';
import { isUnderWay, readScenarioRun, startScenarioRun, stopScenarioRun } from '../../api/runs/scenarios-api.ts';
import { keyOfWorld } from '../../state/own-world.ts';
import { shareWithTabs } from '../../state/remembered.ts';
import { formatCount, plural } from '../format/format-number.ts';

type Run = ScenarioRunWire;

export interface PlannedRun {
  readonly file: string;
  readonly name: string;
  readonly steps: number;
  readonly runId: string | null;
  /** `skipped`: it was not run, because the user stopped or the service refused it. */
  readonly status: Run['status'] | 'waiting' | 'skipped';
  readonly durationMs: number | null;
  /**
   * The first line of the reason why it failed or was skipped; its progress while it runs, or that it waits for the
   * service; otherwise null.
   */
  readonly why: string | null;
}

interface RunAllState {
  /** In the order of playing; empty before the first use. */
  readonly planned: readonly PlannedRun[];
  readonly isUnderWay: boolean;
  readonly isStopping: boolean;
}

/** Each world plays the scenarios of its own service. */
const STORED_AS = keyOfWorld('ballast-run-all');
const AT_A_TIME = 3;
const REFRESH_MS = 300;
/** Between attempts to reach a service that does not respond. */
const RETRY_MS = 1_000;
const INITIAL_STATE: RunAllState = { planned: [], isUnderWay: false, isStopping: false };

let isLeaving = false;
let isPlaying = false;

export const useRunAll = create<RunAllState>()(
  persist(() => INITIAL_STATE, {
    name: STORED_AS,
    version: 1,
    storage: createJSONStorage(() => ({
      getItem: (name) => localStorage.getItem(name),
      // Requests aborted by a reload have not failed.
      setItem: (name, value) => isLeaving || localStorage.setItem(name, value),
      removeItem: (name) => localStorage.removeItem(name),
    })),
    // The page that plays has the latest progress; another page may have stopped it.
    merge: (stored, current) => {
      const other = { ...current, ...(stored as Partial<RunAllState>) };
      return isPlaying ? { ...current, isStopping: current.isStopping || other.isStopping } : other;
    },
  }),
);

/** The longest come last, so that they delay nothing. Does nothing while another one is running. */
export async function runAll(scenarios: readonly Pick<PlannedRun, 'file' | 'name' | 'steps'>[]): Promise<void> {
  if (useRunAll.getState().isUnderWay || scenarios.length === 0) return;
  const waiting = { runId: null, status: 'waiting', durationMs: null, why: null } as const;
  const planned = scenarios
    .map(({ file, name, steps }) => ({ file, name, steps, ...waiting }))
    .sort((one, other) => one.steps - other.steps);
  useRunAll.setState({ planned, isUnderWay: true, isStopping: false });
  await playAlone();
}

/** Continues after the page was reloaded or closed, and shows the progress of another page. */
export async function continueRunAll(): Promise<void> {
  shareWithTabs(useRunAll);
  if (useRunAll.getState().isUnderWay) await playAlone();
}

/** One page plays at a time; the others wait until it is closed. */
async function playAlone(): Promise<void> {
  const play = async () => {
    await useRunAll.persist.rehydrate();
    if (useRunAll.getState().isUnderWay) await playOn();
  };
  // A page over HTTP from another machine has no locks.
  await (window.isSecureContext ? navigator.locks.request(STORED_AS, play) : play());
}

async function playOn(): Promise<void> {
  isPlaying = true;
  window.addEventListener('pagehide', noteLeaving);
  const { planned } = useRunAll.getState();
  const left = planned.filter(({ status }) => ['waiting', 'queued', 'running'].includes(status));
  const playNext = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await play(next);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, playNext));
  isPlaying = false;
  window.removeEventListener('pagehide', noteLeaving);
  useRunAll.setState({ isUnderWay: false, isStopping: false });
  const { passed, failed, skipped } = countRuns(useRunAll.getState().planned);
  const parts = [`${passed} passed`, `${failed} failed`, ...(skipped > 0 ? [`${skipped} skipped`] : [])];
  const message = `${plural(planned.length, 'scenario')}: ${parts.join(', ')}.`;
  notifications.show({ message, color: failed > 0 ? 'red' : 'green', autoClose: 8_000 });
}

/** Stops the active runs and skips the others. */
export const stopRunAll = () => useRunAll.setState({ isStopping: true });

export function closeRunAll(): void {
  if (!useRunAll.getState().isUnderWay) useRunAll.setState(INITIAL_STATE);
}

export function countRuns(planned: readonly PlannedRun[]) {
  const count = (...statuses: PlannedRun['status'][]) =>
    planned.filter(({ status }) => statuses.includes(status)).length;
  const [passed, failed, skipped] = [count('passed'), count('failed', 'bad'), count('skipped', 'stopped')];
  return { passed, failed, skipped, done: passed + failed + skipped };
}

function noteLeaving(): void {
  isLeaving = true;
}

async function play({ file, runId }: PlannedRun): Promise<void> {
  for (let knownId = runId; ; knownId = knownRunOf(file)) {
    if (useRunAll.getState().isStopping && knownId === null) {
      return note(file, { status: 'skipped', why: 'Stopped before it began.' });
    }
    try {
      return await follow(file, knownId);
    } catch (error) {
      // When a page is closed, its requests fail before it is notified; the service itself may also be back soon.
      const isUnreachable = error instanceof ApiError && error.code === 'unreachable';
      if (!isUnreachable || useRunAll.getState().isStopping) {
        return note(file, { status: 'skipped', why: error instanceof Error ? error.message : String(error) });
      }
      const why = 'Waiting for the Ballast service, which does not respond.';
      note(file, knownId === null ? { status: 'queued', why } : { why });
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/** Plays a scenario, or continues a run of it, until it has ended. */
async function follow(file: string, knownId: string | null): Promise<void> {
  let run = (knownId === null ? null : await findRun(knownId)) ?? (await startScenarioRun({ file }));
  while (isUnderWay(run.status)) {
    const why = run.status === 'running' ? `${formatCount(run.done)} of ${plural(run.total, 'step')}` : null;
    note(file, { status: run.status, runId: run.scenario_run_id, why });
    await new Promise((resolve) => setTimeout(resolve, REFRESH_MS));
    const { isStopping } = useRunAll.getState();
    run = await (isStopping ? stopScenarioRun : readScenarioRun)(run.scenario_run_id);
  }
  const { scenario_run_id: runId, status, report } = run;
  note(file, { runId, status, durationMs: report?.duration_ms ?? null, why: whyOf(run) });
}

function knownRunOf(file: string): string | null {
  return useRunAll.getState().planned.find((each) => each.file === file)?.runId ?? null;
}

/** Null if the service was restarted and does not know the run. */
async function findRun(runId: string): Promise<Run | null> {
  try {
    return await readScenarioRun(runId);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

function note(file: string, news: Partial<PlannedRun>): void {
  useRunAll.setState(({ planned }) => ({
    planned: planned.map((each) => (each.file === file ? { ...each, ...news } : each)),
  }));
}

function whyOf({ steps, report }: Run): string | null {
  const step = steps.find(({ failures }) => failures.length > 0);
  return step?.failures[0] ?? report?.divergences[0]?.heading ?? report?.faults[0] ?? null;
}
