/**
 * Creates a portfolio with one request, or changes one part by part. Accepted parts of a change are remembered, so that
 * a retry continues from there.
 */
import { ApiError } from '../../../api/api-error.ts';
import { readClock } from '../../../api/clock-api.ts';
import {
  createWholePortfolio,
  readLots,
  readPortfolio,
  setCash,
  setPositions,
  setTargets,
} from '../../../api/portfolios-api.ts';
import type { Undoing } from '../../../components/feedback/show-undoable.tsx';
import { numberOf } from '../../../components/forms/number-text.ts';
import {
  type AccountDraft,
  type ContentsDraft,
  type ContentsPart,
  changedParts,
  contentsOf,
  holdingRows,
  newPortfolioBody,
  targetRows,
} from '../../../components/portfolios/portfolio-draft.ts';
import { type Conflict, resumeDraft } from '../../../components/portfolios/resume-draft.ts';
import { hasLots, holdingIssues, withPurchaseDates } from './check-holdings.ts';

/** The base of a form with changes. */
export interface SavedPortfolio {
  readonly portfolioId: string;
  /** Before the changes; parts that the service has accepted are as they were typed. */
  readonly contents: ContentsDraft;
  /** The conflicts that were reported to the user, as JSON: saving again overwrites them. */
  readonly named?: string;
}

/** The contents of a portfolio before and after a change. */
export interface PortfolioChange {
  readonly before: ContentsDraft;
  readonly after: ContentsDraft;
}

type Remember = (saved: SavedPortfolio) => void;

/** The id of the new portfolio, which the service creates atomically, at one instant. */
export async function createPortfolio(account: AccountDraft, contents: ContentsDraft): Promise<string> {
  // Without lots, the service reports all issues at once.
  const wanted = hasLots(contents) ? await checked(contents, null) : contents;
  try {
    return (await createWholePortfolio(newPortfolioBody(account, wanted))).portfolio_id;
  } catch (error) {
    throw asFormPointers(error);
  }
}

/**
 * Sends what was changed, positions first; what only the world has changed since keeps its present value. Throws
 * ApiError with the pointers of the form, and an error that names what both changed, the first time.
 */
export async function changePortfolio(
  saved: SavedPortfolio,
  typed: ContentsDraft,
  remember: Remember,
): Promise<PortfolioChange> {
  const { portfolioId } = saved;
  const dated = await checked(typed, saved);
  const before = await readContents(portfolioId);
  const { contents: after, conflicts } = resumeDraft(saved.contents, dated, before);
  const named = JSON.stringify(conflicts);
  if (conflicts.length > 0 && named !== saved.named) {
    remember({ ...saved, named });
    throw new Error(conflictText(conflicts));
  }
  let { contents } = saved;
  await sendChanges(portfolioId, { before, after }, dated, (part) => {
    contents = { ...contents, [part]: dated[part] };
    remember({ portfolioId, contents });
  });
  // The service has targets in an order of its own, and none of 0 %.
  return { before, after: await readContents(portfolioId) };
}

async function readContents(portfolioId: string): Promise<ContentsDraft> {
  const [view, { lots }] = await Promise.all([readPortfolio(portfolioId), readLots(portfolioId)]);
  return contentsOf(view, lots);
}

function conflictText(conflicts: readonly Conflict[]): string {
  const names = new Intl.ListFormat('en-GB').format(conflicts.map(({ name }) => name));
  return `The portfolio’s ${names} changed meanwhile, too. To replace that with the values below, save again.`;
}

/** Adds missing dates, or throws an error in the service's format. */
async function checked(contents: ContentsDraft, saved: SavedPortfolio | null): Promise<ContentsDraft> {
  const nowMs = Date.parse((await readClock()).now);
  const issues = holdingIssues(contents, nowMs);
  if (issues.length > 0) throw new ApiError(400, 'invalid_request', 'Some of the holdings cannot be sent.', issues);
  return withPurchaseDates(contents, nowMs, saved?.contents ?? null);
}

async function sendChanges(
  portfolioId: string,
  { before, after }: PortfolioChange,
  typed: ContentsDraft,
  accepted: (part: ContentsPart) => void,
): Promise<void> {
  const send = {
    holdings: () => setPositions(portfolioId, holdingRows(after)),
    cash: () => setCash(portfolioId, numberOf(after.cash)),
    targets: () => setTargets(portfolioId, targetRows(after)),
  };
  try {
    for (const part of changedParts(before, after)) {
      await send[part]();
      accepted(part);
    }
  } catch (error) {
    throw asFormPointers(error, after, typed);
  }
}

/**
 * The control plane calls holdings positions, and cash an amount; maps its pointers to the form's fields, whose rows
 * are those of `typed`.
 */
export function asFormPointers(error: unknown, sent?: ContentsDraft, typed?: ContentsDraft): unknown {
  if (!(error instanceof ApiError)) return error;
  const rowOf = (index: number) => {
    const row = typed?.holdings.findIndex(({ key }) => key === sent?.holdings[index]?.key) ?? index;
    // The form has no row for a holding that only the world has.
    return row === -1 ? (typed?.holdings.length ?? 0) + index : row;
  };
  const details = error.details.map(({ path, issue }) => ({
    path: path
      .replace(/^\/request(?=\/)/, '')
      .replace(/^\/positions(?=\/|$)/, '/holdings')
      .replace(/^\/holdings\/(\d+)/, (_, index) => `/holdings/${rowOf(Number(index))}`)
      .replace(/^\/amount$/, '/cash'),
    issue,
  }));
  return new ApiError(error.status, error.code, error.message, details, error.requestId);
}

/**
 * Undoes a change of cash and targets, and nothing that it did not change; null if nothing changed, or if positions
 * were set, because their tax lots were replaced.
 */
export function contentsUndoing(
  portfolioId: string,
  label: string,
  { before, after }: PortfolioChange,
): Undoing | null {
  const parts = changedParts(before, after);
  if (parts.length === 0 || parts.includes('holdings')) return null;
  const names = new Intl.ListFormat('en-GB').format(parts);
  return {
    doing: `Undoing the changes of ${label}`,
    run: async () => {
      const now = contentsOf(await readPortfolio(portfolioId));
      // A fill in between has changed the cash: restoring the old amount would revert that, too.
      const lost = changedParts(after, now).filter((part) => parts.includes(part));
      if (lost.length > 0) {
        const lostNames = new Intl.ListFormat('en-GB').format(lost);
        throw new Error(`Its ${lostNames} changed since, so nothing was undone.`);
      }
      const wanted = { ...now, ...Object.fromEntries(parts.map((part) => [part, before[part]])) };
      await sendChanges(portfolioId, { before: now, after: wanted }, wanted, () => undefined);
    },
    undone: `${label} has its previous ${names} again.`,
  };
}
