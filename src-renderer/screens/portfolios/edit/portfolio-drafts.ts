/** The drafts of new portfolios, one for each form, and what a paste makes of a draft. */
import { useState } from 'react';
import { useDraftStorage } from '../../../components/portfolios/draft-storage.ts';
import type { FormName } from '../../../components/portfolios/form-name.ts';
import {
  type AccountDraft,
  type ContentsDraft,
  EMPTY_ACCOUNTS,
  FORM_A_CASH,
  holdingDraft,
  percentOf,
  targetDraft,
} from '../../../components/portfolios/portfolio-draft.ts';
import type { Pasted } from './paste/pasted.ts';

export interface PortfolioDraft {
  readonly account: AccountDraft;
  readonly contents: ContentsDraft;
}

export const FORM_NAMES: readonly FormName[] = ['A', 'B'];

const EMPTY_DRAFTS: Readonly<Record<FormName, PortfolioDraft>> = {
  A: { account: EMPTY_ACCOUNTS.A, contents: { cash: FORM_A_CASH, holdings: [], targets: [] } },
  B: { account: EMPTY_ACCOUNTS.B, contents: { cash: 0, holdings: [], targets: [] } },
};

export type DraftWork = ReturnType<typeof useDrafts>;

/** The drafts of both forms, as the browser keeps them. */
export function useDrafts() {
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
  return {
    filling,
    left,
    draftOf: newDraft,
    change: storeNew,
    /** What was made is no draft any more. */
    made: (name: FormName) => drop(keyOf(name)),
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
  const stored = useDraftStorage.getState().drafts[keyOf(name)];
  return stored === undefined || stored.account === null ? EMPTY_DRAFTS[name] : { ...stored, account: stored.account };
}

/** An empty one is none. */
function storeNew({ account, contents }: PortfolioDraft): void {
  const { keep: save, drop } = useDraftStorage.getState();
  const empty = EMPTY_DRAFTS[account.form];
  if (JSON.stringify([account, contents]) === JSON.stringify([empty.account, empty.contents]))
    drop(keyOf(account.form));
  else save(keyOf(account.form), { storedAtMs: Date.now(), account, contents, before: null });
}
