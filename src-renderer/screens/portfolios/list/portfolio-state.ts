/** How a portfolio stands, in one word: what goes on comes before what went wrong, and that before the band. Pure. */
import type { PortfolioSummary } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { Tone } from '../../../components/feedback/notice.tsx';

export const PORTFOLIO_STATES = ['rebalancing', 'failed', 'outside', 'in_band', 'no_targets'] as const;
export type PortfolioState = (typeof PORTFOLIO_STATES)[number];

interface StateLook {
  readonly words: string;
  readonly tone: Tone;
  readonly mark: string;
  readonly meaning: string;
}

export const STATE_LOOKS: Readonly<Record<PortfolioState, StateLook>> = {
  rebalancing: { words: 'rebalancing', tone: 'live', mark: '◐', meaning: 'A rebalance is being executed' },
  failed: { words: 'failed', tone: 'fail', mark: '✕', meaning: 'The latest rebalance failed' },
  outside: { words: 'outside', tone: 'warn', mark: '▲', meaning: 'A position is outside the ±5 % band' },
  in_band: { words: 'in band', tone: 'ok', mark: '✓', meaning: 'Every position is inside the ±5 % band' },
  no_targets: { words: 'no targets', tone: 'plain', mark: '○', meaning: 'There is nothing to drift from yet' },
};

export function portfolioState({ rebalance, breached, has_targets: hasTargets }: PortfolioSummary): PortfolioState {
  if (rebalance?.status === 'executing' || rebalance?.status === 'partially_filled') return 'rebalancing';
  if (rebalance?.status === 'failed') return 'failed';
  if (!hasTargets) return 'no_targets';
  return breached ? 'outside' : 'in_band';
}
