/**
 * A portfolio as the form's draft, the two forms separate, and the requests made of it. Empty fields are sent empty:
 * the service reports them.
 */
import type { ControlBody } from '../../../src-server/contract/control/control-routes.ts';
import type { LotList } from '../../../src-server/contract/control/portfolios/gains.ts';
import type { PortfolioView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import type { Filled } from '../../../src-server/contract/openapi/request-terms.ts';
import type { CreatePortfolioA, CreatePortfolioB, NewPortfolio } from '../../api/portfolios-api.ts';
import { type NumberText, numberOf } from '../forms/number-text.ts';
import { instantFault, instantText, toInstant } from '../forms/virtual-instant.ts';
import { lotsByPosition, lotsCover } from './position-lots.ts';

export interface AccountA extends Filled<Omit<CreatePortfolioA, 'metadata'>> {
  readonly form: 'A';
  /** `key: value`, one per line. */
  readonly metadata: string;
}

export interface AccountB extends Pick<CreatePortfolioB, 'external_id' | 'currency' | 'tax_wrapper'> {
  readonly form: 'B';
}

export type AccountDraft = AccountA | AccountB;

export interface HoldingDraft {
  /** Identifies the row, because its values need not be unique. */
  readonly key: string;
  readonly isin: string;
  readonly exchange: string;
  readonly quantity: NumberText;
  /** Sent as long as their shares add up to the quantity. */
  readonly lots?: readonly StatedLot[] | undefined;
  /**
   * Without such lots: the cost of a share, including charges, and the time of purchase, as form text: one lot. With
   * both empty it counts as bought at the current mid.
   */
  readonly cost: NumberText;
  readonly acquired: string;
}

type StatedLot = NonNullable<ControlBody<'POST /portfolios/{id}/positions'>['positions'][number]['lots']>[number];

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

/** The initial cash of a new Form A portfolio (decision F3), which its request does not contain. */
const FORM_A_CASH = 100_000;

export const EMPTY_ACCOUNTS: { readonly A: AccountA; readonly B: AccountB } = {
  A: { form: 'A', name: '', currency: 'EUR', tax_jurisdiction: 'DE', account_type: 'depot', metadata: '' },
  B: { form: 'B', external_id: '', currency: 'EUR', tax_wrapper: 'Depot' },
};

/** `lots`: the current lots, which unchanged holdings retain. */
export function contentsOf(view: PortfolioView, lots: readonly LotList['lots'][number][] = []): ContentsDraft {
  const positionLots = lotsByPosition(view.holdings, lots);
  return {
    cash: view.cash,
    holdings: view.holdings.map(({ isin, exchange, quantity }, index) =>
      holdingDraft(isin, exchange, quantity, positionLots[index]),
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

/** A share of 1 in percent, without floating-point noise. */
export function percentOf(weight: number): number {
  return Number((weight * 100).toPrecision(12));
}

/** Holdings with lots are sent beside the request of Form B, which has no field for lots. */
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

/** With the lots whose shares add up to their holding, or the typed one. */
export function holdingRows({
  holdings,
}: ContentsDraft): ControlBody<'POST /portfolios/{id}/positions'>['positions'][number][] {
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

/** In the service's format, so that retyping an existing lot's time changes nothing. */
function sentInstant(text: string): string {
  const atMs = Date.parse(toInstant(text));
  return Number.isNaN(atMs) || instantFault(text) !== null ? toInstant(text) : new Date(atMs).toISOString();
}

/** The only lot of a holding as fields, so that it can be changed. */
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

/** The request's rows or amount for a part, as JSON. */
export const partText = (contents: ContentsDraft, part: ContentsPart) => JSON.stringify(PARTS[part](contents));

/** The parts that saving would send, in that order. */
export function changedParts(saved: ContentsDraft, wanted: ContentsDraft): readonly ContentsPart[] {
  return CONTENTS_PARTS.filter((part) => partText(saved, part) !== partText(wanted, part));
}
