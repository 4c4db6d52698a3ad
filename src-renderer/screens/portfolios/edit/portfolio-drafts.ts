/** The drafts of new portfolios, one for each form, and their place in the tab's own storage. */
import { useEffect, useState } from 'react';
import {
  type AccountDraft,
  type ContentsDraft,
  EMPTY_ACCOUNTS,
  holdingDraft,
  percentOf,
  targetDraft,
} from '../../../components/portfolios/portfolio-draft.ts';
import type { Pasted } from './paste/pasted.ts';
import type { SavedPortfolio } from './save-portfolio.ts';

export interface PortfolioDraft {
  readonly account: AccountDraft;
  readonly contents: ContentsDraft;
}

export const FORM_NAMES = ['A', 'B'] as const;
export type FormName = (typeof FORM_NAMES)[number];
type Drafts = Readonly<Record<FormName, PortfolioDraft>>;

const EMPTY_DRAFTS: Drafts = {
  // What a new portfolio of Form A begins with (decision F3); its request does not say.
  A: { account: EMPTY_ACCOUNTS.A, contents: { cash: 100_000, holdings: [], targets: [] } },
  B: { account: EMPTY_ACCOUNTS.B, contents: { cash: 0, holdings: [], targets: [] } },
};

export type DraftWork = ReturnType<typeof useDrafts>;

/** The drafts of both forms, kept in this tab; `form` is the one that is open. */
export function useDrafts(form: FormName | null) {
  const [drafts, setDrafts] = useState<Drafts>(storedDrafts);
  // How often the fields were filled from elsewhere; each time they need a form of their own.
  const [filling, setFilling] = useState(0);
  const fill = (name: FormName, draft: PortfolioDraft) => {
    setDrafts({ ...drafts, [name]: draft });
    setFilling(filling + 1);
  };
  // As one came here: what is typed now is no draft that was left.
  const [left, setLeft] = useState(() => FORM_NAMES.filter((name) => isBegun(drafts[name])));
  const [saved, setSaved] = useState<SavedPortfolio | null>(null);
  const isMade = saved !== null;
  // What is made, even in part, is no draft any more: made again, there would be two of it.
  useEffect(
    () => storeDrafts(isMade && form !== null ? { ...drafts, [form]: EMPTY_DRAFTS[form] } : drafts),
    [drafts, isMade, form],
  );
  return {
    drafts,
    filling,
    left,
    isMade,
    /** What there is of it already. Only Form A is made in parts. */
    saved: form === 'A' ? saved : null,
    setSaved,
    change: (draft: PortfolioDraft) => setDrafts((before) => ({ ...before, [draft.account.form]: draft })),
    paste: (name: FormName, pasted: Pasted) => {
      const { account, contents } = drafts[name];
      fill(name, { account: pasted.account ?? account, contents: contentsWith(contents, pasted) });
    },
    beginAnew: (name: FormName) => {
      fill(name, EMPTY_DRAFTS[name]);
      setLeft(left.filter((each) => each !== name));
    },
    /** All of it is there: no draft of it is needed any more. */
    drop: (name: FormName) => storeDrafts({ ...drafts, [name]: EMPTY_DRAFTS[name] }),
  };
}

/** What was pasted stands in place of what was there; what the text says nothing of stays. */
export function contentsWith(contents: ContentsDraft, { cash, holdings, targets }: Pasted): ContentsDraft {
  return {
    cash: cash ?? contents.cash,
    holdings: holdings?.map((row) => holdingDraft(row.isin, row.exchange, row.quantity)) ?? contents.holdings,
    targets: targets?.map(({ isin, weight }) => targetDraft(isin, percentOf(weight))) ?? contents.targets,
  };
}

const PLACE = 'ballast-new-portfolio/2';

/** The drafts as they were left, or empty ones. */
function storedDrafts(): Drafts {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE) ?? '');
  } catch {
    // Nothing is kept.
    return EMPTY_DRAFTS;
  }
}

function storeDrafts(drafts: Drafts): void {
  if (isBegun(drafts.A) || isBegun(drafts.B)) sessionStorage.setItem(PLACE, JSON.stringify(drafts));
  else sessionStorage.removeItem(PLACE);
}

/** Whether anything of it differs from an empty one. */
function isBegun(draft: PortfolioDraft): boolean {
  return JSON.stringify(draft) !== JSON.stringify(EMPTY_DRAFTS[draft.account.form]);
}
