/**
 * The common result of the readers of portfolios: movements of positions and, if the file states it, cash. A table of
 * positions is read as purchases.
 */
import type { ImportedFile, ImportIssue } from '../../contract/control/imports/import-report.ts';
import { divideHalfUp } from '../../domain/numbers/exact.ts';
import type { CellPlace } from '../source-file.ts';

/**
 * `exchange_out` and `exchange_in` are the two sides of a merger: the incoming shares take over the costs of the
 * outgoing ones.
 */
export type MovementKind = 'in' | 'out' | 'transfer_in' | 'transfer_out' | 'split' | 'exchange_out' | 'exchange_in';

/** Names of an instrument in the file; empty texts if the file does not state them. */
export interface InstrumentNames {
  readonly isin: string;
  readonly symbol: string;
  readonly name: string;
}

export function instrumentTexts({ isin, symbol, name }: InstrumentNames): string[] {
  return [isin, symbol, name].filter((text) => text !== '');
}

export interface Movement {
  readonly portfolio: string;
  readonly kind: MovementKind;
  readonly names: InstrumentNames;
  /**
   * Millionths of a share, above 0; of a split, the change of the position. A row of positions may have 0, which is a
   * target without a holding, or less, which is a debt if the row is cash.
   */
  readonly quantityMicro: number;
  /** Whether the file has more decimals of the quantity; left out: it has not. */
  readonly isRounded?: boolean;
  /** Currency that is written next to the quantity, which is then no number of shares; left out: none. */
  readonly quantityIn?: string;
  /** Value of a position, which is the amount of cash; left out: the row has none. */
  readonly value?: RowValue | undefined;
  /** Millionths of the currency for one share, charges included; `null` if the file does not state it. */
  readonly unitCostMicro: number | null;
  /** `YYYY-MM-DD`; `null` if the file does not state it. */
  readonly date: string | null;
  /** Empty: the portfolio's. */
  readonly currency: string;
  /** As written until its instrument is known, then its MIC; empty: the primary exchange. */
  readonly exchange: string;
  /** Cell of the exchange; left out: the file has no such column. */
  readonly exchangeAt?: CellPlace;
  /** Target as a share of the portfolio, 0 to 1; `null` without one. */
  readonly weight: number | null;
  /** Set if the weight cannot be a target; that of cash is not used. */
  readonly weightFault?: ImportIssue | undefined;
  readonly place: CellPlace;
}

export interface RowValue {
  /** Millionths of a whole unit. */
  readonly micro: number;
  /** Empty if nothing states it. */
  readonly currency: string;
  /** Why it cannot be used; `null` if it can. */
  readonly issue: string | null;
  readonly place: CellPlace;
}

/**
 * Returns the cost of one share from the cost of a quantity, both in millionths; half up. NaN if the result is not an
 * exact number.
 */
export function unitCostOf(totalMicro: number, quantityMicro: number): number {
  const cost = Number(divideHalfUp(BigInt(totalMicro) * 1_000_000n, BigInt(quantityMicro)));
  return Number.isSafeInteger(cost) ? cost : Number.NaN;
}

/** Issue of a unit cost that is not an exact number. */
export const COST_TOO_LARGE = 'has a cost per share that is too large';

export interface CashAmount {
  readonly portfolio: string;
  readonly amountMicro: number;
  readonly currency: string;
  readonly place: CellPlace;
}

/** A final holding that the file states, which is compared with the result of its movements. */
export interface StatedBalance {
  readonly names: InstrumentNames;
  readonly quantityMicro: number;
  readonly place: CellPlace;
}

/** An unknown type of transactions, at the first of its rows. */
export interface UnknownType {
  readonly type: string;
  readonly place: CellPlace;
  readonly rows: number;
}

export interface Statement {
  readonly file: ImportedFile;
  readonly unknownTypes: readonly UnknownType[];
  /** The file's base currency; empty if it does not state one. */
  readonly currency: string;
  readonly movements: readonly Movement[];
  readonly cash: readonly CashAmount[];
  /** Empty if the file states none. */
  readonly balances: readonly StatedBalance[];
}

/** The statement of a file from which nothing is read. */
export const EMPTY_STATEMENT = { currency: '', movements: [], cash: [], balances: [], unknownTypes: [] } as const;
