/** A portfolio as the form holds it, the two forms apart, and the requests it becomes. What is empty is sent empty: the service says so. */
import type { PortfolioView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import type { Schemas } from '../../api/api-client.ts';
import type { CreatePortfolioA, CreatePortfolioB, NewPortfolio } from '../../api/portfolios-api.ts';
import { type NumberText, numberOf } from '../forms/number-text.ts';
import { instantFault, instantText, toInstant } from '../forms/virtual-instant.ts';
import { lotsByPosition, lotsCover } from './position-lots.ts';

export interface AccountA extends Required<Omit<CreatePortfolioA, 'metadata'>> {
  readonly form: 'A';
  /** `key: value`, one to a line. */
  readonly metadata: string;
}

export interface AccountB extends Pick<CreatePortfolioB, 'external_id' | 'currency' | 'tax_wrapper'> {
  readonly form: 'B';
}

export type AccountDraft = AccountA | AccountB;

export interface HoldingDraft {
  /** Rows are told apart by it, because nothing that is in them has to differ. */
  readonly key: string;
  readonly isin: string;
  readonly exchange: string;
  readonly quantity: NumberText;
  /** Sent as long as they are as many shares as the quantity. */
  readonly lots?: readonly StatedLot[] | undefined;
  /**
   * Without such lots, what a share cost, charges included, and when it was bought, as the form has it: one lot. With both empty
   * it counts as bought at the mid of now.
   */
  readonly cost: NumberText;
  readonly acquired: string;
}

export type StatedLot = Schemas['StatedLot'];

export interface TargetDraft {
  readonly key: string;
  readonly isin: string;
  readonly percent: NumberText;
}

export interface ContentsDraft {
  readonly cash: NumberText;
  readonly holdings: readonly HoldingDraft[];
  readonly targets: readonly TargetDraft[];
}

/** What a new portfolio of Form A begins with (decision F3); its request does not say. */
export const FORM_A_CASH = 100_000;

export const EMPTY_ACCOUNTS: { readonly A: AccountA; readonly B: AccountB } = {
  A: { form: 'A', name: '', currency: 'EUR', tax_jurisdiction: 'DE', account_type: 'depot', metadata: '' },
  B: { form: 'B', external_id: '', currency: 'EUR', tax_wrapper: 'Depot' },
};

/** `lots`: those that are held, which stay with holdings that are not changed. */
export function contentsOf(view: PortfolioView, lots: readonly Schemas['TaxLot'][] = []): ContentsDraft {
  const held = lotsByPosition(view.holdings, lots);
  return {
    cash: view.cash,
    holdings: view.holdings.map(({ isin, exchange, quantity }, index) =>
      holdingDraft(isin, exchange, quantity, held[index]),
    ),
    targets: view.allocation
      .filter((row) => row.target_weight > 0)
      .map(({ isin, target_weight: weight }) => targetDraft(isin, percentOf(weight))),
  };
}

export function holdingDraft(
  isin: string,
  exchange: string,
  quantity: NumberText,
  lots?: readonly StatedLot[],
): HoldingDraft {
  const typed = { cost: '', acquired: '' };
  return { key: crypto.randomUUID(), isin, exchange, quantity, ...typed, ...(lots === undefined ? {} : { lots }) };
}

export function targetDraft(isin: string, percent: NumberText): TargetDraft {
  return { key: crypto.randomUUID(), isin, percent };
}

/** A share of 1 in percent, without what binary fractions add. */
export function percentOf(weight: number): number {
  return Number((weight * 100).toPrecision(12));
}

/** With holdings that have lots apart, which the request of Form B has no field for. */
export function newPortfolioBody(account: AccountDraft, contents: ContentsDraft): NewPortfolio {
  const [cash, positions, targets] = [numberOf(contents.cash), holdingRows(contents), targetRows(contents)];
  if (account.form === 'B') {
    const { form, external_id: ownId, ...terms } = account;
    const request = { ...terms, external_id: ownId.trim(), targets, cash };
    const hasLots = positions.some(({ lots }) => lots !== undefined);
    return hasLots ? { form, request, positions } : { form, request: { ...request, holdings: positions } };
  }
  return {
    form: account.form,
    request: accountBodyA(account),
    ...(positions.length > 0 && { positions }),
    ...(cash !== FORM_A_CASH && { cash }),
    ...(targets.length > 0 && { targets }),
  };
}

function accountBodyA({ form: _form, metadata, ...account }: AccountA): CreatePortfolioA {
  return {
    ...account,
    name: account.name.trim(),
    tax_jurisdiction: account.tax_jurisdiction.trim().toUpperCase(),
    ...(metadata.trim() === '' ? {} : { metadata: metadataOf(metadata) }),
  };
}

/** With the lots that are as many shares as their holding, or the one that was typed. */
export function holdingRows({ holdings }: ContentsDraft): Schemas['PositionInput'][] {
  return holdings.map((holding) => {
    const { isin, exchange, quantity } = holding;
    const lots = lotsOf(holding);
    return { isin, exchange, quantity: numberOf(quantity), ...(lots.length === 0 ? {} : { lots }) };
  });
}

function lotsOf({ quantity: text, lots, cost, acquired }: HoldingDraft): StatedLot[] {
  const quantity = numberOf(text);
  if (lots !== undefined && lotsCover(quantity, lots)) return [...lots];
  if (cost === '' && acquired.trim() === '') return [];
  return [{ quantity, unit_cost: numberOf(cost), acquired_at: sentInstant(acquired) }];
}

/** As the service writes it, so that what is typed of a lot that is there changes nothing. */
function sentInstant(text: string): string {
  const atMs = Date.parse(toInstant(text));
  return Number.isNaN(atMs) || instantFault(text) !== null ? toInstant(text) : new Date(atMs).toISOString();
}

/** The one lot of a holding as fields, so that it can be changed. */
export function withTypedLot(holding: HoldingDraft, { unit_cost: cost, acquired_at: at }: StatedLot): HoldingDraft {
  return { ...holding, lots: undefined, cost, acquired: instantText(Date.parse(at)) };
}

export function targetRows({ targets }: ContentsDraft) {
  return targets.map(({ isin, percent }) => ({ isin, weight: Number((numberOf(percent) / 100).toPrecision(12)) }));
}

function metadataOf(text: string): Readonly<Record<string, string>> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.map((line) => line.split(':'));
  return Object.fromEntries(pairs.map(([key = '', ...value]) => [key.trim(), value.join(':').trim()]));
}

const PARTS = {
  cash: ({ cash }: ContentsDraft) => cash,
  holdings: holdingRows,
  targets: targetRows,
} as const;

export type ContentsPart = keyof typeof PARTS;

const CONTENTS_PARTS: readonly ContentsPart[] = ['holdings', 'cash', 'targets'];

/** What saving would send, in that order. */
export function changedParts(saved: ContentsDraft, wanted: ContentsDraft): readonly ContentsPart[] {
  const textOf = (part: ContentsPart, contents: ContentsDraft) => JSON.stringify(PARTS[part](contents));
  return CONTENTS_PARTS.filter((part) => textOf(part, saved) !== textOf(part, wanted));
}

interface Resumed {
  readonly contents: ContentsDraft;
  /** Changed in the draft, and meanwhile in the world, too. */
  readonly conflicts: readonly ContentsPart[];
}

/** A draft that was begun `before`, as the portfolio is `now`: what was changed stands; what was not is as the portfolio has it now. */
export function resumeDraft(before: ContentsDraft, contents: ContentsDraft, now: ContentsDraft): Resumed {
  const changed = changedParts(before, contents);
  const moved = changedParts(before, now);
  const resumedFrom = (part: ContentsPart) => (changed.includes(part) ? contents : now);
  return {
    contents: {
      cash: resumedFrom('cash').cash,
      holdings: resumedFrom('holdings').holdings,
      targets: resumedFrom('targets').targets,
    },
    conflicts: CONTENTS_PARTS.filter((part) => changed.includes(part) && moved.includes(part)),
  };
}
