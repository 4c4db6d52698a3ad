/**
 * Plays many scenarios one after the other, a few at a time, whatever screen is shown meanwhile. The service plays and
 * remembers the runs; this page only asks for the next one, because the service stores no more than the latest.
 */
import { notifications } from '@mantine/notifications';
import { create } from 'zustand';
import type { Schemas } from '../../api/api-client.ts';
import { isUnderWay, readScenarioRun, startScenarioRun, stopScenarioRun } from '../../api/scenarios-api.ts';
import { formatCount, plural } from '../format/format-number.ts';

type Run = Schemas['ScenarioRun'];

export interface PlannedRun {
  readonly file: string;
  readonly name: string;
  readonly runId: string | null;
  /** `skipped`: it was not run, because that was stopped or because the service refused. */
  readonly status: Run['status'] | 'waiting' | 'skipped';
  readonly durationMs: number | null;
  /** Why it failed or was skipped, as the first line of that; how far it is while it runs; null otherwise. */
  readonly why: string | null;
}

interface RunAllState {
  /** In the order of playing; empty before the first time. */
  readonly planned: readonly PlannedRun[];
  readonly isUnderWay: boolean;
  readonly isStopping: boolean;
}

const AT_A_TIME = 3;
const REFRESH_MS = 300;
const NOTHING: RunAllState = { planned: [], isUnderWay: false, isStopping: false };

export const useRunAll = create<RunAllState>()(() => NOTHING);

/** Does nothing while another one is under way. */
export async function runAll(scenarios: readonly Pick<PlannedRun, 'file' | 'name'>[]): Promise<void> {
  if (useRunAll.getState().isUnderWay || scenarios.length === 0) return;
  const waiting = { runId: null, status: 'waiting', durationMs: null, why: null } as const;
  const planned = scenarios.map(({ file, name }) => ({ file, name, ...waiting }));
  useRunAll.setState({ planned, isUnderWay: true, isStopping: false });
  const left = planned.map(({ file }) => file);
  const playNext = async (): Promise<void> => {
    for (let file = left.shift(); file !== undefined; file = left.shift()) await play(file);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, playNext));
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

async function play(file: string): Promise<void> {
  if (useRunAll.getState().isStopping) return note(file, { status: 'skipped', why: 'Stopped before it began.' });
  try {
    let run = await startScenarioRun({ file });
    while (isUnderWay(run.status)) {
      const why = run.status === 'running' ? `${formatCount(run.done)} of ${plural(run.total, 'step')}` : null;
      note(file, { status: run.status, runId: run.scenario_run_id, why });
      await new Promise((resolve) => setTimeout(resolve, REFRESH_MS));
      const { isStopping } = useRunAll.getState();
      run = await (isStopping ? stopScenarioRun : readScenarioRun)(run.scenario_run_id);
    }
    const { scenario_run_id: runId, status, report } = run;
    note(file, { runId, status, durationMs: report?.duration_ms ?? null, why: whyOf(run) });
  } catch (error) {
    note(file, { status: 'skipped', why: error instanceof Error ? error.message : String(error) });
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
