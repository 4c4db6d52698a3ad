/** The verdicts on a client: what each means, and its badge. */
import type { ExplorationFinding } from '../../../src-server/contract/control/explorer/explorations.ts';
import { ToneBadge } from '../orders/status-badge.tsx';

export type Verdict = ExplorationFinding['verdict'];

interface VerdictLook {
  readonly color: 'fail' | 'warn' | 'live';
  readonly mark: string;
  readonly meaning: string;
}

/** The worst first. */
const VERDICTS: Readonly<Record<Verdict, VerdictLook>> = {
  wrong: {
    color: 'fail',
    mark: '✕',
    meaning: 'The client does something twice, or reports something that is not true.',
  },
  misbehaving: {
    color: 'warn',
    mark: '!',
    meaning: 'The client strains the service: it retries too early or too often, or never exits.',
  },
  weak: { color: 'live', mark: '▽', meaning: 'The client fails after a single transient fault.' },
};

export const VERDICT_MEANINGS = Object.entries(VERDICTS).map(([verdict, { meaning }]) => ({
  verdict: verdict as Verdict,
  meaning,
}));

export function VerdictBadge({ verdict }: { readonly verdict: Verdict }) {
  const { color, mark } = VERDICTS[verdict];
  return (
    <ToneBadge color={color} mark={mark}>
      {verdict}
    </ToneBadge>
  );
}
