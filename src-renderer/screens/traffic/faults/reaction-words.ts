/** What followed faults, in a few words: how often each reaction. */
import type { FaultCoverage } from '../../../../src-server/contract/control/http-faults/fault-coverage.ts';
import { formatCount } from '../../../components/format/format-number.ts';

type Reactions = FaultCoverage['kinds'][number]['reactions'];

const WORDS: Readonly<Record<keyof Reactions, string>> = {
  retried: 'tried again',
  went_on: 'went on',
  nothing: 'nothing since',
  as_it_should: 'as it should',
  not_as_it_should: 'not as it should',
  undecided: 'cannot be told',
};

/** `· 2 tried again, 1 went on`; empty where nothing followed. */
export function formatReaction(reactions: Partial<Reactions>): string {
  const words = (Object.keys(WORDS) as (keyof Reactions)[])
    .map((name) => ({ name, times: reactions[name] ?? 0 }))
    .filter(({ times }) => times > 0)
    .map(({ name, times }) => `${formatCount(times)} ${WORDS[name]}`);
  return words.length === 0 ? '' : `· ${words.join(', ')}`;
}
