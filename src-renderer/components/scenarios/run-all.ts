/**
 * Plays many scenarios one after the other, a few at a time, whatever screen is shown meanwhile. The service plays and
 * remembers the runs; this page only asks for the next one, because the service stores no more than the latest. The browser
 * stores what is left: whichever page of the app is open, or is opened next, goes on with it.
 */
import { notifications } from '@mantine/notifications';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { Schemas } from '../../api/api-client.ts';
import { ApiError } from '../../api/api-error.ts';
import { isUnderWay, readScenarioRun, startScenarioRun, stopScenarioRun } from '../../api/runs/scenarios-api.ts';
import { keyOfWorld } from '../../state/own-world.ts';
import { formatCount, plural } from '../format/format-number.ts';

type Run = Schemas['ScenarioRun'];

export interface PlannedRun {
  readonly file: string;
  readonly name: string;
  readonly steps: number;
  readonly runId: string | null;
  /** `skipped`: it was not run, because that was stopped or because the service refused. */
  readonly status: Run['status'] | 'waiting' | 'skipped';
  readonly durationMs: number | null;
  /** Why it failed or was skipped, as the first line of that; how far it is while it runs, or that it waits for the service; null otherwise. */
  readonly why: string | null;
}

interface RunAllState {
  /** In the order of playing; empty before the first time. */
  readonly planned: readonly PlannedRun[];
  readonly isUnderWay: boolean;
  readonly isStopping: boolean;
}

/** Each world plays scenarios of its own service. */
const STORED_AS = keyOfWorld('ballast-run-all');
const AT_A_TIME = 3;
const REFRESH_MS = 300;
/** Between attempts to reach a service that does not respond. */
const RETRY_MS = 1_000;
const NOTHING: RunAllState = { planned: [], isUnderWay: false, isStopping: false };

let isLeaving = false;
let isPlaying = false;

export const useRunAll = create<RunAllState>()(
  persist(() => NOTHING, {
    name: STORED_AS,
    version: 1,
    storage: createJSONStorage(() => ({
      getItem: (name) => localStorage.getItem(name),
      // Requests that a reload cuts off have not failed.
      setItem: (name, value) => isLeaving || localStorage.setItem(name, value),
      removeItem: (name) => localStorage.removeItem(name),
    })),
    // The page that plays knows best how far it is; another one may have stopped it.
    merge: (stored, current) => {
      const other = { ...current, ...(stored as Partial<RunAllState>) };
      return isPlaying ? { ...current, isStopping: current.isStopping || other.isStopping } : other;
    },
  }),
);

/** The longest come last, so that they hold up nothing. Does nothing while another one is under way. */
export async function runAll(scenarios: readonly Pick<PlannedRun, 'file' | 'name' | 'steps'>[]): Promise<void> {
  if (useRunAll.getState().isUnderWay || scenarios.length === 0) return;
  const waiting = { runId: null, status: 'waiting', durationMs: null, why: null } as const;
  const planned = scenarios
    .map(({ file, name, steps }) => ({ file, name, steps, ...waiting }))
    .sort((one, other) => one.steps - other.steps);
  useRunAll.setState({ planned, isUnderWay: true, isStopping: false });
  await playAlone();
}

/** Goes on where a page was reloaded or closed, and shows what another one plays. */
export async function continueRunAll(): Promise<void> {
  window.addEventListener('storage', ({ key }) => {
    if (key === STORED_AS) void useRunAll.persist.rehydrate();
  });
  if (useRunAll.getState().isUnderWay) await playAlone();
}

/** One page plays at a time; the others wait until it is closed. */
async function playAlone(): Promise<void> {
  const play = async () => {
    await useRunAll.persist.rehydrate();
    if (useRunAll.getState().isUnderWay) await playOn();
  };
  // A page that does not come from this machine has no locks.
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

/** Stops the runs under way and skips the others. */
export const stopRunAll = () => useRunAll.setState({ isStopping: true });

export function closeRunAll(): void {
  if (!useRunAll.getState().isUnderWay) useRunAll.setState(NOTHING);
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
      // A page that is being left loses its requests before it hears of that; the service itself may be back soon.
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

/** Plays a scenario, or goes on with a run of it, until that has ended. */
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

/** Null where the service was started anew and does not know the run. */
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
