/** The drafts of new portfolios, one for each form, and the result of pasting into a draft. */
import { useState } from 'react';
import { useDraftStorage } from '../../../components/portfolios/draft-storage.ts';
import type { FormName } from '../../../components/portfolios/form-name.ts';
import {
  type AccountDraft,
  type ContentsDraft,
  EMPTY_ACCOUNTS,
  holdingDraft,
  percentOf,
  targetDraft,
} from '../../../components/portfolios/portfolio-draft.ts';
import type { Pasted } from './paste/pasted.ts';

interface PortfolioDraft {
  readonly account: AccountDraft;
  readonly contents: ContentsDraft;
}

export const FORM_NAMES: readonly FormName[] = ['A', 'B'];

const NO_CONTENTS: ContentsDraft = { cash: 0, holdings: [], targets: [] };

const EMPTY_DRAFTS: Readonly<Record<FormName, PortfolioDraft>> = {
  A: { account: EMPTY_ACCOUNTS.A, contents: NO_CONTENTS },
  B: { account: EMPTY_ACCOUNTS.B, contents: NO_CONTENTS },
};

export type DraftWork = ReturnType<typeof useDrafts>;

/** The drafts of both forms, as stored in the browser. */
export function useDrafts() {
  const { drafts, drop } = useDraftStorage();
  // Counts how often the fields were refilled; each time they need a new form.
  const [filling, setFilling] = useState(0);
  const fill = (draft: PortfolioDraft) => {
    storeNew(draft);
    setFilling(filling + 1);
  };
  // The state when the page was opened: contents typed now do not count as an earlier draft.
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
    /** A created portfolio is no longer a draft. */
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

/** Pasted values replace the current ones; values missing in the text stay. */
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

/** The stored draft, or an empty one. */
function newDraft(name: FormName): PortfolioDraft {
  const stored = useDraftStorage.getState().drafts[keyOf(name)];
  return stored === undefined || stored.account === null ? EMPTY_DRAFTS[name] : { ...stored, account: stored.account };
}

/** An empty draft is not stored. */
function storeNew({ account, contents }: PortfolioDraft): void {
  const { keep: save, drop } = useDraftStorage.getState();
  const empty = EMPTY_DRAFTS[account.form];
  if (JSON.stringify([account, contents]) === JSON.stringify([empty.account, empty.contents]))
    drop(keyOf(account.form));
  else save(keyOf(account.form), { storedAtMs: Date.now(), account, contents, before: null });
}
