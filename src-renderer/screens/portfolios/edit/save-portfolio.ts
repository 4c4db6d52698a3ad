/**
 * Creates a portfolio with one request, or changes one part by part. Accepted parts of a change are remembered, so that
 * a retry continues from there.
 */
import { ApiError } from '../../../api/api-error.ts';
import { readClock } from '../../../api/clock-api.ts';
import { createWholePortfolio, readPortfolio, setCash, setPositions, setTargets } from '../../../api/portfolios-api.ts';
import type { Undoing } from '../../../components/feedback/show-undoable.tsx';
import { numberOf } from '../../../components/forms/number-text.ts';
import {
  type AccountDraft,
  type ContentsDraft,
  changedParts,
  contentsOf,
  holdingRows,
  newPortfolioBody,
  targetRows,
} from '../../../components/portfolios/portfolio-draft.ts';
import { hasLots, holdingIssues, withPurchaseDates, withQuantitiesMissing } from './check-holdings.ts';

/** The state that the service has so far. */
export interface SavedPortfolio {
  readonly portfolioId: string;
  readonly contents: ContentsDraft;
}

type Remember = (saved: SavedPortfolio) => void;

/** The id of the new portfolio, which the service creates atomically, at one instant. */
export async function createPortfolio(account: AccountDraft, contents: ContentsDraft): Promise<string> {
  // Without lots, the service reports all issues at once.
  const wanted = hasLots(contents) ? await checked(contents, null) : contents;
  try {
    return (await createWholePortfolio(newPortfolioBody(account, wanted))).portfolio_id;
  } catch (error) {
    throw withQuantitiesMissing(asFormPointers(error), contents);
  }
}

/** Sends the parts that differ, positions first. Throws ApiError with the pointers of the form. */
export async function changePortfolio(saved: SavedPortfolio, wanted: ContentsDraft, remember: Remember): Promise<void> {
  await sendChanges(saved, await checked(wanted, saved), remember);
}

/** Adds missing dates, or throws an error in the service's format. */
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

/** The control plane calls holdings positions, and cash an amount; maps its pointers to the form's fields. */
export function asFormPointers(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const details = error.details.map(({ path, issue }) => ({
    path: path
      .replace(/^\/request(?=\/)/, '')
      .replace(/^\/positions(?=\/|$)/, '/holdings')
      .replace(/^\/amount$/, '/cash'),
    issue,
  }));
  return new ApiError(error.status, error.code, error.message, details, error.requestId);
}

/** Undoes a change of cash and targets; null if positions were set, because their tax lots were replaced. */
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
      // A fill in between has changed the cash: restoring the old amount would revert that, too.
      if (now.cash !== after.cash) throw new Error('Its cash has changed since, so nothing was undone.');
      const wanted = { ...now, cash: before.cash, targets: before.targets };
      await changePortfolio({ portfolioId, contents: now }, wanted, () => undefined);
    },
    undone: `${label} has its previous cash and targets again.`,
  };
}
