/**
 * Drafts of new and changed portfolios. The browser stores each from its first change, so that leaving the page,
 * reloading it or closing the window loses nothing; a draft ends when it is saved or discarded.
 */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { PortfolioSummary } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { DEFAULT_WORLD } from '../../../src-server/contract/control/worlds/world-address.ts';
import { ownWorld } from '../../state/own-world.ts';
import { remember, rememberedStorage } from '../../state/remembered.ts';
import { type AccountDraft, type ContentsDraft, changedParts } from './portfolio-draft.ts';

export interface StoredDraft {
  /** Time of the latest change, by the browser's clock. */
  readonly storedAtMs: number;
  /** For a new portfolio; null if it exists already. */
  readonly account: AccountDraft | null;
  readonly contents: ContentsDraft;
  /** The portfolio's contents when the draft was begun; null for a new one. */
  readonly before: ContentsDraft | null;
  /** The portfolio; missing for a new one, and in a draft of an earlier release. */
  readonly of?: Portfolio;
}

/** After a reset, the next portfolio gets the id of the first one again (decision D5), so its id alone does not identify it. */
type Portfolio = Pick<PortfolioSummary, 'portfolio_id' | 'label' | 'currency' | 'wrapper'>;

type Drafts = Readonly<Record<string, StoredDraft>>;

interface DraftStorage {
  /** The drafts of this world, by the id of the portfolio, or `new/A` and `new/B`. */
  readonly drafts: Drafts;
  /** The drafts of other worlds, by their storage keys. */
  readonly others: Drafts;
  keep(key: string, draft: StoredDraft): void;
  drop(key: string): void;
  /** Drops the drafts of a world. */
  forget(world: string): void;
}

const NAME = 'ballast-drafts';

/**
 * A fork has portfolios with the same ids. In the storage, keys of worlds other than the first begin with the world's
 * name.
 */
const PREFIX = ownWorld === DEFAULT_WORLD ? '' : `${ownWorld}:`;
const isOwn = (key: string) => (PREFIX === '' ? !key.includes(':') : key.startsWith(PREFIX));

export const useDraftStorage = create<DraftStorage>()(
  persist(
    (set) => ({
      drafts: {},
      others: {},
      keep: (key, draft) => set(({ drafts }) => ({ drafts: { ...drafts, [key]: draft } })),
      drop: (key) => set(({ drafts: { [key]: _dropped, ...drafts } }) => ({ drafts })),
      forget: (world) =>
        set(({ drafts, others }) => ({
          drafts: world === ownWorld ? {} : drafts,
          others: filtered(others, (key) => !key.startsWith(`${world}:`)),
        })),
    }),
    {
      name: NAME,
      version: 1,
      storage: rememberedStorage(),
      partialize: ({ drafts, others }) => ({ drafts: { ...others, ...renamed(drafts, (key) => `${PREFIX}${key}`) } }),
      merge: (stored, current) => {
        const { drafts: all = {} } = (stored ?? {}) as { readonly drafts?: Drafts };
        const [own, others] = [true, false].map((wanted) => filtered(all, (key) => isOwn(key) === wanted));
        const drafts = renamed(withCosts(own ?? {}), (key) => key.slice(PREFIX.length));
        return { ...current, drafts, others: others ?? {} };
      },
    },
  ),
);
remember(useDraftStorage);

/** Reads drafts of a release whose form had no fields for unit costs. */
function withCosts(drafts: Drafts): Drafts {
  const completed = (contents: ContentsDraft): ContentsDraft => ({
    ...contents,
    holdings: contents.holdings.map((holding) => ({
      ...holding,
      cost: holding.cost ?? '',
      acquired: holding.acquired ?? '',
    })),
  });
  return Object.fromEntries(
    Object.entries(drafts).map(([key, draft]) => [key, { ...draft, contents: completed(draft.contents) }]),
  );
}

function renamed(drafts: Drafts, nameOf: (key: string) => string): Drafts {
  return Object.fromEntries(Object.entries(drafts).map(([key, draft]) => [nameOf(key), draft]));
}

function filtered(drafts: Drafts, isWanted: (key: string) => boolean): Drafts {
  return Object.fromEntries(Object.entries(drafts).filter(([key]) => isWanted(key)));
}

// A stored draft needs no question. One that the browser failed to store would be lost without it.
window.addEventListener('beforeunload', (event) => {
  const { drafts } = useDraftStorage.getState();
  const stored = localStorage.getItem(NAME) ?? '';
  const isStored = Object.values(drafts).every(({ storedAtMs }) => stored.includes(`"storedAtMs":${storedAtMs}`));
  if (!isStored) event.preventDefault();
});

/** Stores the changes of an existing portfolio, as long as saving would send anything. */
export function storeChanges(portfolio: Portfolio, before: ContentsDraft, contents: ContentsDraft): void {
  const { portfolio_id: id } = portfolio;
  const { keep: save, drop, drafts } = useDraftStorage.getState();
  if (changedParts(before, contents).length > 0) {
    save(id, { storedAtMs: Date.now(), account: null, contents, before, of: identityOf(portfolio) });
  } else if (id in drafts) drop(id);
}

/** The stored changes of a portfolio; undefined if there are none, or if they are of another one with its id. */
export function draftOf({ drafts }: Pick<DraftStorage, 'drafts'>, portfolio: Portfolio): StoredDraft | undefined {
  const draft = drafts[portfolio.portfolio_id];
  const isOfIt = draft?.of === undefined || JSON.stringify(draft.of) === JSON.stringify(identityOf(portfolio));
  return isOfIt ? draft : undefined;
}

export const useDraftOf = (portfolio: Portfolio) => useDraftStorage((storage) => draftOf(storage, portfolio));

/** The portfolio got another name, and retains its draft. */
export function relabelDraft(portfolio: Portfolio, label: string): void {
  const draft = draftOf(useDraftStorage.getState(), portfolio);
  if (draft === undefined) return;
  const { portfolio_id: id } = portfolio;
  useDraftStorage.getState().keep(id, { ...draft, of: identityOf({ ...portfolio, label }) });
}

const identityOf = ({ portfolio_id, label, currency, wrapper }: Portfolio): Portfolio => ({
  portfolio_id,
  label,
  currency,
  wrapper,
});

/** When it was stored: `14:05 (real time)`, with its day if that is not today. Other times on a page are virtual. */
export function formatStoredAt({ storedAtMs }: StoredDraft): string {
  const [at, today] = [new Date(storedAtMs), new Date()];
  const time = `${at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })} (real time)`;
  return at.toDateString() === today.toDateString() ? time : `${at.toLocaleDateString('en-CA')} ${time}`;
}
