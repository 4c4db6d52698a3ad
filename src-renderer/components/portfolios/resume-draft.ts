/**
 * Changes that were begun earlier, on the portfolio as it is now: what the draft did not change follows the portfolio.
 * Pure.
 */
import { type ContentsDraft, type ContentsPart, changedParts, type HoldingDraft, partText } from './portfolio-draft.ts';

export interface Conflict {
  /** `cash`, `targets`, or `holding DE0007164600 at XETR`. */
  readonly name: string;
  /** The portfolio's value now, as JSON; empty if it no longer has that holding. */
  readonly present: string;
}

interface Resumed {
  readonly contents: ContentsDraft;
  /** Parts and holdings that were changed both in the draft and in the world, differently. */
  readonly conflicts: readonly Conflict[];
}

/**
 * A draft begun with the contents `before`, for a portfolio with the contents `now`: what it changed stays; the rest
 * gets the portfolio's current values, holding by holding.
 */
export function resumeDraft(before: ContentsDraft, contents: ContentsDraft, now: ContentsDraft): Resumed {
  const changed = changedParts(before, contents);
  const moved = changedParts(before, now);
  const differing = changedParts(contents, now);
  const resumedFrom = (part: ContentsPart) => (changed.includes(part) ? contents : now);
  const conflictIn = (part: ContentsPart): Conflict[] =>
    [changed, moved, differing].every((parts) => parts.includes(part))
      ? [{ name: part, present: partText(now, part) }]
      : [];
  const merged = changed.includes('holdings') ? mergeHoldings(before, contents, now) : null;
  return {
    contents: {
      cash: resumedFrom('cash').cash,
      holdings: merged?.holdings ?? resumedFrom('holdings').holdings,
      targets: resumedFrom('targets').targets,
    },
    conflicts: [...(merged?.conflicts ?? conflictIn('holdings')), ...conflictIn('cash'), ...conflictIn('targets')],
  };
}

/** Null if a list has two rows of the same listing, so that their rows cannot be paired. */
function mergeHoldings(before: ContentsDraft, contents: ContentsDraft, now: ContentsDraft) {
  const [was, draft, is] = [byListing(before), byListing(contents), byListing(now)];
  if (was === null || draft === null || is === null) return null;
  const holdings: HoldingDraft[] = [];
  const conflicts: Conflict[] = [];
  for (const name of new Set([...draft.keys(), ...was.keys(), ...is.keys()])) {
    const [typed, present] = [draft.get(name), is.get(name)];
    const textBefore = textOf(was.get(name));
    const [textTyped, textNow] = [textOf(typed), textOf(present)];
    const isTyped = textTyped !== textBefore;
    const isMoved = textNow !== textBefore && textOf(withoutLots(present)) !== textBefore;
    if (isTyped && isMoved && textNow !== textTyped) conflicts.push({ name: `holding ${name}`, present: textNow });
    const row = isTyped || textNow === textBefore ? typed : present;
    // A row of the form keeps its key, by which an issue of the service finds it.
    if (row !== undefined) holdings.push({ ...row, key: typed?.key ?? row.key });
  }
  return { holdings, conflicts };
}

/** The service gives a holding without lots one at the mid, which is no change of it. */
const withoutLots = (holding: HoldingDraft | undefined) =>
  holding === undefined ? undefined : { ...holding, lots: undefined, cost: '', acquired: '' };

function byListing({ holdings }: ContentsDraft): ReadonlyMap<string, HoldingDraft> | null {
  const rows = new Map(holdings.map((holding) => [`${holding.isin} at ${holding.exchange}`, holding]));
  return rows.size === holdings.length ? rows : null;
}

const textOf = (holding: HoldingDraft | undefined) =>
  holding === undefined ? '' : partText({ cash: 0, targets: [], holdings: [holding] }, 'holdings');
