/**
 * Makes a portfolio, or changes one. Form B takes all of it in one request; what Form A has no fields for, and every later
 * change, goes to the control plane part by part. What was taken is remembered, so that another try goes on from there.
 */
import type { Session } from '../../../../src-server/contract/control/world/session.ts';
import { ApiError } from '../../../api/api-error.ts';
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
  type AccountDraft,
  accountBodyA,
  type ContentsDraft,
  contentsOf,
  holdingRows,
  portfolioBodyB,
  targetRows,
} from '../../../components/portfolios/portfolio-draft.ts';

/** What the service has of it so far. */
export interface SavedPortfolio {
  readonly portfolioId: string;
  readonly contents: ContentsDraft;
}

type Remember = (saved: SavedPortfolio) => void;

/** The id of the new portfolio. `saved` is what an earlier try came to, null at first. */
export async function createPortfolio(
  session: Session,
  account: AccountDraft,
  contents: ContentsDraft,
  saved: SavedPortfolio | null,
  remember: Remember,
): Promise<string> {
  if (account.form === 'B') return (await createPortfolioB(session, portfolioBodyB(account, contents))).portfolio_id;
  let begun = saved;
  if (begun === null) {
    const { portfolio_id: portfolioId } = await createPortfolioA(session, accountBodyA(account));
    begun = { portfolioId, contents: contentsOf(await readPortfolio(portfolioId)) };
  }
  remember(begun);
  await changePortfolio(begun, contents, remember);
  return begun.portfolioId;
}

/** Sends the parts that differ, positions first. Throws ApiError with the pointers of the form. */
export async function changePortfolio(saved: SavedPortfolio, wanted: ContentsDraft, remember: Remember): Promise<void> {
  const { portfolioId } = saved;
  let { contents } = saved;
  const taken = (part: Partial<ContentsDraft>) => {
    contents = { ...contents, ...part };
    remember({ portfolioId, contents });
  };
  try {
    const { holdings, cash, targets } = wanted;
    if (differs(holdingRows(contents), holdingRows(wanted))) {
      await setPositions(portfolioId, holdingRows(wanted));
      taken({ holdings });
    }
    if (contents.cash !== cash) {
      await setCash(portfolioId, numberOf(cash));
      taken({ cash });
    }
    if (differs(targetRows(contents), targetRows(wanted))) {
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

/** True where saving would send anything. */
export function isChanged(saved: ContentsDraft, wanted: ContentsDraft): boolean {
  const rowsOf = (contents: ContentsDraft) => [contents.cash, holdingRows(contents), targetRows(contents)];
  return differs(rowsOf(saved), rowsOf(wanted));
}

export function differs(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}

/** Undoes a change of cash and targets; null where positions were set, because their tax lots began anew. */
export function contentsUndoing(
  portfolioId: string,
  label: string,
  before: ContentsDraft,
  after: ContentsDraft,
): Undoing | null {
  if (differs(holdingRows(before), holdingRows(after))) return null;
  return {
    doing: `Changing ${label} back`,
    run: async () => {
      const now = contentsOf(await readPortfolio(portfolioId));
      // A fill in between has moved the cash: putting the old amount back would take that away as well.
      if (now.cash !== after.cash) throw new Error('Its cash has moved since. Nothing was changed back.');
      const wanted = { ...now, cash: before.cash, targets: before.targets };
      await changePortfolio({ portfolioId, contents: now }, wanted, () => undefined);
    },
    undone: `${label} has the cash and the targets that it had.`,
  };
}
