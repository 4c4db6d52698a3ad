/** The drafts of new portfolios, one for each form, and what a paste makes of a draft. */
import { useState } from 'react';
import { storeChanges, useDraftStorage } from '../../../components/portfolios/draft-storage.ts';
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

const EMPTY_DRAFTS: Readonly<Record<FormName, PortfolioDraft>> = {
  // What a new portfolio of Form A begins with (decision F3); its request does not say.
  A: { account: EMPTY_ACCOUNTS.A, contents: { cash: 100_000, holdings: [], targets: [] } },
  B: { account: EMPTY_ACCOUNTS.B, contents: { cash: 0, holdings: [], targets: [] } },
};

export type DraftWork = ReturnType<typeof useDrafts>;

/** The drafts of both forms, as the browser keeps them; `form` is the one that is open. */
export function useDrafts(form: FormName | null) {
  const { drafts, drop } = useDraftStorage();
  // How often the fields were filled from elsewhere; each time they need a form of their own.
  const [filling, setFilling] = useState(0);
  const fill = (draft: PortfolioDraft) => {
    storeNew(draft);
    setFilling(filling + 1);
  };
  // As one came here: what is typed now is no draft that was left.
  const [left, setLeft] = useState(() =>
    FORM_NAMES.flatMap((name) => {
      const draft = drafts[keyOf(name)];
      return draft === undefined ? [] : [{ name, draft }];
    }),
  );
  const [made, setMade] = useState<{ readonly name: FormName; readonly saved: SavedPortfolio } | null>(null);
  const saved = made !== null && made.name === form ? made.saved : null;
  return {
    filling,
    left,
    isMade: made !== null,
    /** What there is of it already. */
    saved,
    draftOf: newDraft,
    change: (draft: PortfolioDraft) => {
      if (saved === null) storeNew(draft);
      else storeChanges(saved.portfolioId, saved.contents, draft.contents);
    },
    /** What is made, even in part, is no new one any more: what is left to send is a change of it. */
    remember: (name: FormName, now: SavedPortfolio, { contents }: PortfolioDraft) => {
      drop(keyOf(name));
      storeChanges(now.portfolioId, now.contents, contents);
      setMade({ name, saved: now });
    },
    paste: (name: FormName, pasted: Pasted) => {
      const { account, contents } = newDraft(name);
      fill({ account: pasted.account ?? account, contents: contentsWith(contents, pasted) });
    },
    discard: (name: FormName) => {
      fill(EMPTY_DRAFTS[name]);
      setLeft(left.filter((each) => each.name !== name));
    },
  };
}

/** What was pasted stands in place of what was there; what the text says nothing of stays. */
export function contentsWith(contents: ContentsDraft, { cash, holdings, targets }: Pasted): ContentsDraft {
  return {
    cash: cash ?? contents.cash,
    holdings:
      holdings?.map(({ isin, exchange, quantity, lots }) => holdingDraft(isin, exchange, quantity, lots)) ??
      contents.holdings,
    targets: targets?.map(({ isin, weight }) => targetDraft(isin, percentOf(weight))) ?? contents.targets,
  };
}

function keyOf(name: FormName): string {
  return `new/${name}`;
}

/** As it was left, or an empty one. */
function newDraft(name: FormName): PortfolioDraft {
  const kept = useDraftStorage.getState().drafts[keyOf(name)];
  return kept === undefined || kept.account === null ? EMPTY_DRAFTS[name] : { ...kept, account: kept.account };
}

/** An empty one is none. */
function storeNew({ account, contents }: PortfolioDraft): void {
  const { keep, drop } = useDraftStorage.getState();
  const empty = EMPTY_DRAFTS[account.form];
  if (JSON.stringify([account, contents]) === JSON.stringify([empty.account, empty.contents]))
    drop(keyOf(account.form));
  else keep(keyOf(account.form), { storedAtMs: Date.now(), account, contents, before: null });
}
