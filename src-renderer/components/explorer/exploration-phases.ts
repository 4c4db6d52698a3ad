import type { ExplorationFacts } from '../../../src-server/contract/control/explorer/explorations.ts';

/** The phases of an exploration in readable form. Pure. */

type Phase = ExplorationFacts['phase'];

interface PhaseText {
  /** Label of a column or a figure. */
  readonly label: string;
  /** The activity in this phase; empty if it has ended. */
  readonly sentence: string;
}

const PHASES: Readonly<Record<Phase, PhaseText>> = {
  without_faults: {
    label: 'without faults',
    sentence: 'The client runs twice without faults. These runs are the baseline for all others.',
  },
  single_faults: {
    label: 'single faults',
    sentence: 'Each run has one fault. Every kind of fault is tried at every request and webhook.',
  },
  pairs: {
    label: 'pairs of faults',
    sentence: 'Each run has two faults. The second is injected where the first changed the client’s behaviour.',
  },
  random: {
    label: 'random faults',
    sentence: 'Each run has several faults, drawn at random until the budget is spent.',
  },
  shrinking: {
    label: 'confirming and shrinking findings',
    sentence:
      'The search is over. Each finding is run again to confirm it, then with fewer and milder faults until only those ' +
      'that matter remain. This time does not count towards either limit.',
  },
  over: { label: 'over', sentence: '' },
};

export const formatPhase = (phase: Phase): string => PHASES[phase].label;

/** The current activity, as a sentence; empty if there is none. */
export function describePhase({ status, phase }: Pick<ExplorationFacts, 'status' | 'phase'>): string {
  if (status === 'queued') return 'The exploration is queued behind another exploration, sweep or lab run.';
  return status === 'running' ? PHASES[phase].sentence : '';
}
