/** The result of parsing pasted text: correct rows, and issues with their places. Checks what every row must have. */
import type { ControlBody } from '../../../../../src-server/contract/control/control-routes.ts';
import type { ExchangeView } from '../../../../../src-server/contract/control/market/exchange-control.ts';
import { isinFault } from '../../../../../src-server/contract/fields/isin-fault.ts';
import type { InstrumentRow } from '../../../../api/market-api.ts';
import type { AccountDraft } from '../../../../components/portfolios/portfolio-draft.ts';

export type PastedHolding = ControlBody<'POST /portfolios/{id}/positions'>['positions'][number];
export type PastedTarget = ControlBody<'POST /portfolios/{id}/targets'>['targets'][number];

export interface PasteIssue {
  /** `Line 4` of a table, `/holdings/2` of JSON. */
  readonly where: string;
  /** The column or field; empty for the whole row. */
  readonly column: string;
  /** A sentence without its full stop. */
  readonly reason: string;
}

/** The meaning of a cost: per share, or for all shares of its line. */
export type CostRole = 'unit_cost' | 'total_cost';

/** Null: not in the text, so the form's value stays. */
export interface Pasted {
  readonly account: AccountDraft | null;
  readonly cash: number | null;
  readonly holdings: readonly PastedHolding[] | null;
  readonly targets: readonly PastedTarget[] | null;
  /** The column of costs from which lots are made, and how it is read. */
  readonly cost: { readonly header: string; readonly role: CostRole } | null;
  /** How the text was read, and rows that are not holdings, as sentences. */
  readonly remarks: readonly string[];
  readonly issues: readonly PasteIssue[];
}

/** The data against which a text is checked. */
export interface PasteMarket {
  readonly instruments: readonly InstrumentRow[];
  readonly exchanges: readonly Pick<ExchangeView, 'mic' | 'name' | 'city'>[];
  /** Base currency of the portfolio; null if it is not chosen yet. */
  readonly currency: string | null;
  /** Virtual time: purchases cannot be later. */
  readonly now: string;
}

export const EMPTY_PASTE: Pasted = {
  account: null,
  cash: null,
  holdings: null,
  targets: null,
  cost: null,
  remarks: [],
  issues: [],
};

/** A value, or the reason why there is none, as a predicate. */
export type Checked<Value> = { readonly value: Value } | { readonly issue: string };

/** Collects the values of one place; a missing value becomes an issue. */
export function takerAt(where: string, issues: PasteIssue[]) {
  return <Value>(column: string, checked: Checked<Value>): Value | null => {
    if ('value' in checked) return checked.value;
    issues.push({ where, column, reason: checked.issue });
    return null;
  };
}

/** Result if nothing can be read. */
export function unreadable(where: string, reason: string): Pasted {
  return { ...EMPTY_PASTE, issues: [{ where, column: '', reason }] };
}

/**
 * By ISIN, symbol or full name, in any case. For a text that is nearly an ISIN, the issue names the wrong character.
 */
export function findInstrument(known: readonly InstrumentRow[], text: string): Checked<InstrumentRow> {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return { issue: 'names no instrument' };
  const bare = wanted.replaceAll(/\s/g, '');
  const found = known.find((row) =>
    [row.isin, row.symbol, row.name].some((each) => each.toLowerCase() === wanted || each.toLowerCase() === bare),
  );
  if (found !== undefined) return { value: found };
  const isin = bare.toUpperCase();
  if (!LIKE_ISIN.test(isin))
    return { issue: `“${text.trim()}” is not an instrument of this world${nearHint(known, wanted)}` };
  const meant = known.find((row) => differences(row.isin, isin) <= 2);
  const hint = meant === undefined ? '' : `; ${meant.symbol} is ${meant.isin}`;
  return {
    issue: `“${text.trim()}” ${isinFault(isin) ?? 'is a valid ISIN, but not an instrument of this world'}${hint}`,
  };
}

const MAX_NEAR = 3;

/** Suggests instruments whose names have all of the words, for abbreviated names: `; write ALV for Allianz SE`. */
function nearHint(known: readonly InstrumentRow[], wanted: string): string {
  const tokens = tokensOf(wanted);
  const near = known.filter(({ name, symbol }) => {
    const own = tokensOf(`${name} ${symbol}`);
    return tokens.every((token) => own.some((each) => each.startsWith(token)));
  });
  const offers = near.slice(0, MAX_NEAR).map(({ symbol, name }) => `${symbol} for ${name}`);
  return tokens.length === 0 || offers.length === 0 ? '' : `; write ${offers.join(', or ')}`;
}

function tokensOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];
}

/** Two letters, and too many digits for a symbol or a name. */
const LIKE_ISIN = /^(?=(?:.*\d){4})[A-Z0-9][A-Z0-9-]{9,13}$/;

/** Number of characters that differ; texts of different lengths have nothing in common. */
function differences(one: string, other: string): number {
  if (one.length !== other.length) return Number.POSITIVE_INFINITY;
  return [...one].filter((character, index) => character !== other[index]).length;
}

export function checkQuantity(quantity: number): Checked<number> {
  if (!Number.isFinite(quantity)) return { issue: 'is not a number' };
  if (quantity < 0) return { issue: 'is negative' };
  if (quantity > 1_000_000_000) return { issue: 'is above 1 000 000 000' };
  if (Number(quantity.toFixed(6)) !== quantity) return { issue: 'has more than six decimals' };
  return { value: quantity };
}

/** A share of 1. */
export function checkWeight(weight: number): Checked<number> {
  if (!Number.isFinite(weight)) return { issue: 'is not a number' };
  if (weight < 0) return { issue: 'is negative' };
  return weight > 1 ? { issue: 'is above 100 %' } : { value: weight };
}
