/** A portfolio as the form holds it, the two forms apart, and the requests it becomes. What is empty is sent empty: the service says so. */
import type { PortfolioView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import type { CreatePortfolioA, CreatePortfolioB } from '../../api/portfolios-api.ts';
import { type NumberText, numberOf } from '../forms/number-text.ts';

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
}

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

export const EMPTY_ACCOUNTS: { readonly A: AccountA; readonly B: AccountB } = {
  A: { form: 'A', name: '', currency: 'EUR', tax_jurisdiction: 'DE', account_type: 'depot', metadata: '' },
  B: { form: 'B', external_id: '', currency: 'EUR', tax_wrapper: 'Depot' },
};

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
  return { key: crypto.randomUUID(), isin, exchange, quantity };
}

export function targetDraft(isin: string, percent: NumberText): TargetDraft {
  return { key: crypto.randomUUID(), isin, percent };
}

/** A share of 1 in percent, without what binary fractions add. */
export function percentOf(weight: number): number {
  return Number((weight * 100).toPrecision(12));
}

export function accountBodyA({ form: _form, metadata, ...account }: AccountA): CreatePortfolioA {
  return {
    ...account,
    name: account.name.trim(),
    tax_jurisdiction: account.tax_jurisdiction.trim().toUpperCase(),
    ...(metadata.trim() === '' ? {} : { metadata: metadataOf(metadata) }),
  };
}

export function portfolioBodyB({ form: _form, ...account }: AccountB, contents: ContentsDraft): CreatePortfolioB {
  return {
    ...account,
    external_id: account.external_id.trim(),
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
