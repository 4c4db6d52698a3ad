/** Takes back a change of a portfolio's cash and targets. Refuses where positions were set: their lots began anew. */
import { readPortfolio } from '../../../api/portfolio-calls.ts';
import type { Undoing } from '../../../components/feedback/show-undoable.tsx';
import { type ContentsDraft, contentsOf, holdingRows } from '../../../components/portfolios/portfolio-draft.ts';
import { changePortfolio, differs } from './save-portfolio.ts';

export function contentsUndoing(
  portfolioId: string,
  label: string,
  before: ContentsDraft,
  after: ContentsDraft,
): Undoing | null {
  if (differs(holdingRows(before), holdingRows(after))) return null;
  return {
    doing: `Changing ${label} back`,
    run: async () => {
      const now = contentsOf(await readPortfolio(portfolioId));
      // A fill in between has moved the cash: putting the old amount back would take that away as well.
      if (now.cash !== after.cash) throw new Error('Its cash has moved since. Nothing was changed back.');
      const wanted = { ...now, cash: before.cash, targets: before.targets };
      await changePortfolio({ portfolioId, contents: now }, wanted, () => undefined);
    },
    undone: `${label} has the cash and the targets that it had.`,
  };
}
