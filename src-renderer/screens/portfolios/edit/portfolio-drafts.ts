/** The drafts of both forms, each its own: changing the form loses nothing and carries nothing over. */

import {
  type AccountDraft,
  type ContentsDraft,
  emptyAccount,
  emptyContents,
  holdingDraft,
  percentOf,
  targetDraft,
} from '../../../components/portfolios/portfolio-draft.ts';
import type { Pasted } from './paste/pasted.ts';

export interface PortfolioDraft {
  readonly account: AccountDraft;
  readonly contents: ContentsDraft;
}

export type Drafts = Readonly<Record<'A' | 'B', PortfolioDraft>>;

export function emptyDrafts(): Drafts {
  return {
    A: { account: emptyAccount('A'), contents: emptyContents('A') },
    B: { account: emptyAccount('B'), contents: emptyContents('B') },
  };
}

/** What was pasted stands in place of what was there; what the text says nothing of stays. */
export function takeOver({ account, contents }: PortfolioDraft, pasted: Pasted): PortfolioDraft {
  return { account: pasted.account ?? account, contents: contentsWith(contents, pasted) };
}

export function contentsWith(contents: ContentsDraft, { cash, holdings, targets }: Pasted): ContentsDraft {
  return {
    cash: cash ?? contents.cash,
    holdings: holdings?.map((row) => holdingDraft(row.isin, row.exchange, row.quantity)) ?? contents.holdings,
    targets: targets?.map(({ isin, weight }) => targetDraft(isin, percentOf(weight))) ?? contents.targets,
  };
}
