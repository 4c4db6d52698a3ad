/**
 * Drafts of portfolios, new ones and changed ones. The browser keeps each of them from the first change on, so that
 * leaving the page, a reload or a closed window loses nothing; they end when they are saved or discarded.
 */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { remember, rememberedStorage } from '../../state/remembered.ts';
import { type AccountDraft, type ContentsDraft, changedParts } from './portfolio-draft.ts';

export interface StoredDraft {
  /** Of the latest change, by the clock of the browser. */
  readonly storedAtMs: number;
  /** Of a new portfolio; null where it is there already. */
  readonly account: AccountDraft | null;
  readonly contents: ContentsDraft;
  /** What the portfolio had when the draft was begun; null for a new one. */
  readonly before: ContentsDraft | null;
}

interface DraftStorage {
  /** By the id of the portfolio, or `new/A` and `new/B`. */
  readonly drafts: Readonly<Record<string, StoredDraft>>;
  keep(key: string, draft: StoredDraft): void;
  drop(key: string): void;
}

const NAME = 'ballast-drafts';

export const useDraftStorage = create<DraftStorage>()(
  persist(
    (set) => ({
      drafts: {},
      keep: (key, draft) => set(({ drafts }) => ({ drafts: { ...drafts, [key]: draft } })),
      drop: (key) => set(({ drafts: { [key]: _dropped, ...drafts } }) => ({ drafts })),
    }),
    { name: NAME, version: 1, storage: rememberedStorage() },
  ),
);
remember(useDraftStorage);

// Another tab has kept or dropped one.
window.addEventListener('storage', ({ key }) => {
  if (key === NAME) void useDraftStorage.persist.rehydrate();
});

// A draft that is kept needs no question. One that the browser refused to store would be lost without it.
window.addEventListener('beforeunload', (event) => {
  const { drafts } = useDraftStorage.getState();
  const stored = localStorage.getItem(NAME) ?? '';
  const isStored = Object.values(drafts).every(({ storedAtMs }) => stored.includes(`"storedAtMs":${storedAtMs}`));
  if (!isStored) event.preventDefault();
});

/** Keeps what is changed of a portfolio that is there, as long as saving it would send anything. */
export function storeChanges(portfolioId: string, before: ContentsDraft, contents: ContentsDraft): void {
  const { keep, drop, drafts } = useDraftStorage.getState();
  if (changedParts(before, contents).length > 0) {
    keep(portfolioId, { storedAtMs: Date.now(), account: null, contents, before });
  } else if (portfolioId in drafts) drop(portfolioId);
}

/** When it was kept: `14:05`, with its day where that is not today. */
export function formatStoredAt({ storedAtMs }: StoredDraft): string {
  const [at, today] = [new Date(storedAtMs), new Date()];
  const time = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return at.toDateString() === today.toDateString() ? time : `${at.toLocaleDateString('en-CA')} ${time}`;
}
