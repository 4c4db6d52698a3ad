/** The limit that ended the search of an exploration, and what remained untried. Pure. */
import { RUNS_WITHOUT_FAULTS } from '../../../../src-server/contract/control/explorer/runs-without-faults.ts';
import type { Exploration } from '../../../api/runs/explorations-api.ts';
import { formatCount, plural } from '../../../components/format/format-number.ts';
import { formatTimeLeft } from '../../../components/format/format-time.ts';

type Searched = Pick<Exploration, 'status' | 'phase' | 'ended_by' | 'request' | 'single_faults' | 'single_faults_done'>;

/** As a figure: `budget of 50s`. */
export function formatLimit({ ended_by: limit, request: { budget, trials } }: Pick<Searched, 'ended_by' | 'request'>) {
  if (limit === null) return 'nothing left to try';
  return limit === 'budget' || trials === null ? `budget of ${budget}` : `limit of ${plural(trials, 'trial')}`;
}

/** The number of all trials that the limit of the search counts; null if no such limit ended it. */
export function formatTrialsOfSearch({
  ended_by: limit,
  request,
  trials: all,
}: Pick<Searched, 'ended_by' | 'request'> & Pick<Exploration, 'trials'>): string | null {
  if (limit !== 'trials' || request.trials === null) return null;
  const rerun = all - request.trials - RUNS_WITHOUT_FAULTS;
  const parts = [`${formatCount(request.trials)} of the search`, `${RUNS_WITHOUT_FAULTS} without faults`];
  return [...parts, ...(rerun > 0 ? [`${formatCount(rerun)} to confirm and shrink`] : [])].join(', ');
}

type Running = Pick<Exploration, 'status' | 'phase' | 'search_left_ms' | 'suspected'>;

/** The remaining budget while it runs: of the search, then of its findings; `null` if that is unknown. */
export function formatSearchLeft({ status, phase, search_left_ms: leftMs, suspected }: Running): string | null {
  if (status !== 'running' || phase === 'over') return null;
  if (phase === 'shrinking') return `${plural(suspected, 'finding')} to rerun`;
  return leftMs === null ? null : `${formatTimeLeft(leftMs / 1000)} of the search`;
}

/** As a sentence with advice; `null` while it searches, and if every single fault was tried. */
export function describeUntried(exploration: Searched): string | null {
  const { phase, ended_by: limit, single_faults: total, single_faults_done: done } = exploration;
  const isSearching = phase !== 'shrinking' && phase !== 'over';
  if (limit === null || isSearching || done >= total) return null;
  const left = `${formatCount(total - done)} of ${plural(total, 'single fault was', 'single faults were')} not tried`;
  const more = limit === 'budget' ? 'a larger budget' : 'more trials';
  return `The ${formatLimit(exploration)} ended the search: ${left}. Explore again with ${more} to try them.`;
}
