/**
 * Makes a portfolio, or changes one. Form B takes all but tax lots in one request; what the forms have no fields for, and
 * every later change, goes to the control plane part by part. What was taken is remembered, so that another try goes on
 * from there.
 */
import type { BrowserSession } from '../../../../src-server/contract/control/world/session.ts';
import { ApiError } from '../../../api/api-error.ts';
import { readClock } from '../../../api/clock-api.ts';
import {
  createPortfolioA,
  createPortfolioB,
  readPortfolio,
  setCash,
  setPositions,
  setTargets,
} from '../../../api/portfolios-api.ts';
import type { Undoing } from '../../../components/feedback/show-undoable.tsx';
import { numberOf } from '../../../components/forms/number-text.ts';
import {
  type AccountA,
  type AccountB,
  type AccountDraft,
  accountBodyA,
  type ContentsDraft,
  changedParts,
  contentsOf,
  holdingRows,
  portfolioBodyB,
  targetRows,
  withoutLots,
} from '../../../components/portfolios/portfolio-draft.ts';
import { hasLots, holdingIssues, withPurchaseDates } from './check-holdings.ts';

/** What the service has of it so far. */
export interface SavedPortfolio {
  readonly portfolioId: string;
  readonly contents: ContentsDraft;
}

type Remember = (saved: SavedPortfolio) => void;

/** The id of the new portfolio. `saved` is what an earlier try came to, null at first. Nothing is sent of what is faulty here. */
export async function createPortfolio(
  session: BrowserSession,
  account: AccountDraft,
  contents: ContentsDraft,
  saved: SavedPortfolio | null,
  remember: Remember,
): Promise<string> {
  // Of one request, the service says everything at once, and makes nothing where it refuses any of it.
  const isWhole = account.form === 'B' && saved === null && !hasLots(contents);
  const wanted = isWhole ? contents : await checked(contents, saved);
  let begun = saved;
  if (begun === null) {
    begun = account.form === 'B' ? await createB(session, account, wanted) : await createA(session, account);
  }
  remember(begun);
  await sendChanges(begun, wanted, remember);
  return begun.portfolioId;
}

async function createA(session: BrowserSession, account: AccountA): Promise<SavedPortfolio> {
  const { portfolio_id: portfolioId } = await createPortfolioA(session, accountBodyA(account));
  return { portfolioId, contents: contentsOf(await readPortfolio(portfolioId)) };
}

/** Holdings with lots are set afterwards: those of the request would count as bought now, and as removed by hand then. */
async function createB(session: BrowserSession, account: AccountB, wanted: ContentsDraft): Promise<SavedPortfolio> {
  const contents = hasLots(wanted) ? { ...wanted, holdings: [] } : wanted;
  const { portfolio_id: portfolioId } = await createPortfolioB(session, portfolioBodyB(account, contents));
  return { portfolioId, contents: withoutLots(contents) };
}

/** Sends the parts that differ, positions first. Throws ApiError with the pointers of the form. */
export async function changePortfolio(saved: SavedPortfolio, wanted: ContentsDraft, remember: Remember): Promise<void> {
  await sendChanges(saved, await checked(wanted, saved), remember);
}

/** With the dates that were left out, or an error as the service would send it. */
async function checked(contents: ContentsDraft, saved: SavedPortfolio | null): Promise<ContentsDraft> {
  const nowMs = Date.parse((await readClock()).now);
  const issues = holdingIssues(contents, nowMs);
  if (issues.length > 0) throw new ApiError(400, 'invalid_request', 'Some of the holdings cannot be sent.', issues);
  return withPurchaseDates(contents, nowMs, saved?.contents ?? null);
}

async function sendChanges(saved: SavedPortfolio, wanted: ContentsDraft, remember: Remember): Promise<void> {
  const { portfolioId } = saved;
  let { contents } = saved;
  const taken = (part: Partial<ContentsDraft>) => {
    contents = { ...contents, ...part };
    remember({ portfolioId, contents });
  };
  try {
    const { holdings, cash, targets } = wanted;
    const changed = changedParts(contents, wanted);
    if (changed.includes('holdings')) {
      await setPositions(portfolioId, holdingRows(wanted));
      taken({ holdings });
    }
    if (changed.includes('cash')) {
      await setCash(portfolioId, numberOf(cash));
      taken({ cash });
    }
    if (changed.includes('targets')) {
      await setTargets(portfolioId, targetRows(wanted));
      taken({ targets });
    }
  } catch (error) {
    throw asFormPointers(error);
  }
}

/** The control plane calls holdings positions, and cash an amount. */
export function asFormPointers(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const details = error.details.map(({ path, issue }) => ({
    path: path.replace(/^\/positions(?=\/|$)/, '/holdings').replace(/^\/amount$/, '/cash'),
    issue,
  }));
  return new ApiError(error.status, error.code, error.message, details, error.requestId);
}

/** Undoes a change of cash and targets; null where positions were set, because their tax lots began anew. */
export function contentsUndoing(
  portfolioId: string,
  label: string,
  before: ContentsDraft,
  after: ContentsDraft,
): Undoing | null {
  if (changedParts(before, after).includes('holdings')) return null;
  return {
    doing: `Undoing the changes of ${label}`,
    run: async () => {
      const now = contentsOf(await readPortfolio(portfolioId));
      // A fill in between has moved the cash: putting the old amount back would take that away as well.
      if (now.cash !== after.cash) throw new Error('Its cash has changed since, so nothing was undone.');
      const wanted = { ...now, cash: before.cash, targets: before.targets };
      await changePortfolio({ portfolioId, contents: now }, wanted, () => undefined);
    },
    undone: `${label} has its previous cash and targets again.`,
  };
}
