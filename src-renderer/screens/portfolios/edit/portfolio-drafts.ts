/** The drafts of new portfolios, one for each form, and their place in the tab's own storage. */

import {
  type AccountDraft,
  type ContentsDraft,
  EMPTY_ACCOUNTS,
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

function emptyDrafts(): Drafts {
  return {
    A: { account: EMPTY_ACCOUNTS.A, contents: emptyContents('A') },
    B: { account: EMPTY_ACCOUNTS.B, contents: emptyContents('B') },
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

const PLACE = 'ballast-new-portfolio/1';

/** The drafts as they were left, or empty ones. */
export function storedDrafts(): Drafts {
  try {
    const { A, B } = JSON.parse(sessionStorage.getItem(PLACE) ?? '') as Drafts;
    return { A: { ...emptyDrafts().A, ...withNewKeys(A) }, B: { ...emptyDrafts().B, ...withNewKeys(B) } };
  } catch {
    // Nothing is kept, or not by this version of the app.
    return emptyDrafts();
  }
}

export function storeDrafts(drafts: Drafts): void {
  if (isBegun(drafts.A) || isBegun(drafts.B)) sessionStorage.setItem(PLACE, JSON.stringify(drafts));
  else sessionStorage.removeItem(PLACE);
}

/** Whether anything of it differs from an empty one. */
export function isBegun(draft: PortfolioDraft): boolean {
  const { form } = draft.account;
  return JSON.stringify(draft) !== JSON.stringify(emptyDrafts()[form]);
}

/** `drafts` with an empty one for that form. */
export function begunAnew(drafts: Drafts, form: 'A' | 'B'): Drafts {
  return { ...drafts, [form]: emptyDrafts()[form] };
}

/** Rows are told apart by keys that the page counts; after a reload those that are kept would come a second time. */
function withNewKeys({ account, contents }: PortfolioDraft): PortfolioDraft {
  const holdings = contents.holdings.map(({ isin, exchange, quantity }) => holdingDraft(isin, exchange, quantity));
  const targets = contents.targets.map(({ isin, percent }) => targetDraft(isin, percent));
  return { account, contents: { ...contents, holdings, targets } };
}
