/** A portfolio as the form holds it, the two forms apart, and the requests it becomes. What is empty is sent empty: the service says so. */
import type { PortfolioView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import type { CreatePortfolioA, CreatePortfolioB } from '../../api/portfolios-api.ts';
import { type NumberText, numberOf } from '../forms/number-text.ts';

export interface AccountA {
  readonly form: 'A';
  readonly name: string;
  readonly currency: CreatePortfolioA['currency'];
  readonly jurisdiction: string;
  readonly accountType: NonNullable<CreatePortfolioA['account_type']>;
  /** `key: value`, one to a line. */
  readonly metadata: string;
}

export interface AccountB {
  readonly form: 'B';
  readonly externalId: string;
  readonly currency: CreatePortfolioB['currency'];
  readonly wrapper: CreatePortfolioB['tax_wrapper'];
}

export type AccountDraft = AccountA | AccountB;

export interface HoldingDraft {
  readonly key: number;
  readonly isin: string;
  readonly exchange: string;
  readonly quantity: NumberText;
}

export interface TargetDraft {
  readonly key: number;
  readonly isin: string;
  readonly percent: NumberText;
}

export interface ContentsDraft {
  readonly cash: NumberText;
  readonly holdings: readonly HoldingDraft[];
  readonly targets: readonly TargetDraft[];
}

/** What a new portfolio of Form A begins with (decision F3); its request does not say. */
const FORM_A_CASH = 100_000;

export const EMPTY_ACCOUNTS: { readonly A: AccountA; readonly B: AccountB } = {
  A: { form: 'A', name: '', currency: 'EUR', jurisdiction: 'DE', accountType: 'depot', metadata: '' },
  B: { form: 'B', externalId: '', currency: 'EUR', wrapper: 'Depot' },
};

export function emptyContents(form: 'A' | 'B'): ContentsDraft {
  return { cash: form === 'A' ? FORM_A_CASH : 0, holdings: [], targets: [] };
}

export function contentsOf(view: PortfolioView): ContentsDraft {
  return {
    cash: view.cash,
    holdings: view.holdings.map(({ isin, exchange, quantity }) => holdingDraft(isin, exchange, quantity)),
    targets: view.allocation
      .filter((row) => row.target_weight > 0)
      .map(({ isin, target_weight: weight }) => targetDraft(isin, percentOf(weight))),
  };
}

export function holdingDraft(isin: string, exchange: string, quantity: NumberText): HoldingDraft {
  return { key: nextKey(), isin, exchange, quantity };
}

export function targetDraft(isin: string, percent: NumberText): TargetDraft {
  return { key: nextKey(), isin, percent };
}

/** A share of 1 in percent, without what binary fractions add. */
export function percentOf(weight: number): number {
  return Number((weight * 100).toPrecision(12));
}

export function accountBodyA({ name, currency, jurisdiction, accountType, metadata }: AccountA): CreatePortfolioA {
  return {
    name: name.trim(),
    currency,
    tax_jurisdiction: jurisdiction.trim().toUpperCase(),
    account_type: accountType,
    ...(metadata.trim() === '' ? {} : { metadata: metadataOf(metadata) }),
  };
}

export function portfolioBodyB({ externalId, currency, wrapper }: AccountB, contents: ContentsDraft): CreatePortfolioB {
  return {
    external_id: externalId.trim(),
    currency,
    tax_wrapper: wrapper,
    holdings: holdingRows(contents),
    targets: targetRows(contents),
    cash: numberOf(contents.cash),
  };
}

export function holdingRows({ holdings }: ContentsDraft) {
  return holdings.map(({ isin, exchange, quantity }) => ({ isin, exchange, quantity: numberOf(quantity) }));
}

export function targetRows({ targets }: ContentsDraft) {
  return targets.map(({ isin, percent }) => ({ isin, weight: Number((numberOf(percent) / 100).toPrecision(12)) }));
}

function metadataOf(text: string): Readonly<Record<string, string>> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.map((line) => line.split(':'));
  return Object.fromEntries(pairs.map(([key = '', ...value]) => [key.trim(), value.join(':').trim()]));
}

let lastKey = 0;

/** Rows are told apart by it, because nothing that is in them has to differ. */
function nextKey(): number {
  lastKey += 1;
  return lastKey;
}
