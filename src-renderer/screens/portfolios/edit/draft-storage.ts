/** The drafts of new portfolios, kept in the tab's own storage until they are made or begun anew. Holds no form. */

import { holdingDraft, targetDraft } from '../../../components/portfolios/portfolio-draft.ts';
import { type Drafts, emptyDrafts, type PortfolioDraft } from './portfolio-drafts.ts';

const PLACE = 'ballast-new-portfolio/1';

/** The drafts as they were left, or empty ones. */
export function keptDrafts(): Drafts {
  try {
    const { A, B } = JSON.parse(sessionStorage.getItem(PLACE) ?? '') as Drafts;
    return { A: { ...emptyDrafts().A, ...withNewKeys(A) }, B: { ...emptyDrafts().B, ...withNewKeys(B) } };
  } catch {
    // Nothing is kept, or not by this version of the app.
    return emptyDrafts();
  }
}

export function keepDrafts(drafts: Drafts): void {
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
