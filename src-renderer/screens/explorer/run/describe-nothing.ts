/** The message for an exploration that has found nothing. Pure. */
import type { Exploration } from '../../../api/runs/explorations-api.ts';
import { asSentence } from '../../../components/format/as-sentence.ts';
import { formatCount, plural } from '../../../components/format/format-number.ts';

type Tried = Pick<
  Exploration,
  'status' | 'trials' | 'single_faults' | 'single_faults_done' | 'suspected' | 'unconfirmed' | 'unproven'
> & {
  readonly findings: readonly unknown[];
};

/** `null` if something was found, or if it failed before anything could be found. */
export function describeNothing(exploration: Tried): { readonly title: string; readonly text: string } | null {
  const { status, findings } = exploration;
  if (findings.length > 0 || status === 'broken') return null;
  const tried = describeTried(exploration);
  switch (status) {
    case 'queued':
      return { title: 'Nothing has been tried yet.', text: 'Findings appear here.' };
    case 'running':
      return {
        title: 'No confirmed findings so far.',
        text: `${describeSuspected(exploration)}${tried} Findings appear here.`,
      };
    case 'complete':
      if (exploration.unproven !== null)
        return { title: 'The exploration is inconclusive.', text: `${asSentence(exploration.unproven)} ${tried}` };
      return { title: 'No fault broke the client.', text: tried };
    case 'stopped':
      return { title: 'The exploration was stopped before it found anything.', text: tried };
  }
}

function describeSuspected({ suspected }: Tried): string {
  if (suspected === 0) return '';
  return `${plural(suspected, 'suspected finding is', 'suspected findings are')} being rerun. `;
}

function describeTried({ trials, single_faults: total, single_faults_done: done, unconfirmed }: Tried): string {
  const singles = total === 0 ? '' : `, with ${formatCount(done)} of ${plural(total, 'single fault')}`;
  const unsure = unconfirmed === 0 ? '' : ` ${describeUnconfirmed(unconfirmed)}`;
  return `The client was run ${trials === 1 ? 'once' : `${formatCount(trials)} times`}${singles}.${unsure}`;
}

/** As a sentence. */
export function describeUnconfirmed(count: number): string {
  const were = count === 1 ? 'was' : 'were';
  const are = count === 1 ? 'is' : 'are';
  return `${plural(count, 'finding')} ${were} seen once but could not be reproduced, and ${are} left out.`;
}
