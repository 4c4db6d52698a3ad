/** The verdicts on a client: what each means, and its badge. */
import type { ExplorationFinding } from '../../api/runs/explorations-api.ts';
import { ToneBadge } from '../orders/status-badge.tsx';

export type Verdict = ExplorationFinding['verdict'];

interface VerdictLook {
  readonly color: 'fail' | 'warn' | 'live';
  readonly mark: string;
  readonly meaning: string;
}

/** The worst first. */
const VERDICTS: Readonly<Record<Verdict, VerdictLook>> = {
  wrong: { color: 'fail', mark: '✕', meaning: 'The client does something twice, or takes for true what is not.' },
  misbehaving: {
    color: 'warn',
    mark: '!',
    meaning: 'The client burdens the service: it repeats too early or too often, or never ends.',
  },
  weak: { color: 'live', mark: '▽', meaning: 'The client fails after one fault that passes by itself.' },
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
