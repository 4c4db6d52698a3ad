/** Changes the constraints of a portfolio, which the service replaces as a whole. */
import { mergeFields } from '../../api/changed-fields.ts';
import { type Constraints, readConstraints, setConstraints } from '../../api/portfolios-api.ts';
import type { Undoing } from '../feedback/show-undoable.tsx';

/** Changes of somebody else since `before` was read stay. */
export async function saveConstraints(id: string, before: Constraints, after: Constraints) {
  const { constraints: now } = await readConstraints(id);
  return await setConstraints(id, mergeFields(now, before, after));
}

export const constraintsUndoing = (id: string, before: Constraints, after: Constraints): Undoing => ({
  doing: 'Restoring the constraints',
  run: () => saveConstraints(id, after, before),
  undone: 'The constraints are restored.',
});
