/** The ways to compare, in words that read on from the name of what is compared. */
import type { Operator } from './match-draft.ts';

export const WAY_LABELS: Readonly<Record<Operator, string>> = {
  is: 'is',
  contains: 'contains',
  glob: 'is like (* ?)',
  pattern: 'matches regex',
  present: 'is there',
  absent: 'is not there',
};
