/**
 * What the readers of portfolios make of a file: movements of positions and, where the file knows it, cash. A table of
 * positions is read as what was bought of each.
 */
import type { ImportedFile } from '../../contract/control/imports/import-report.ts';
import { divideHalfUp } from '../../domain/numbers/exact.ts';
import type { CellPlace } from '../source-file.ts';

/** `exchange_out` and `exchange_in` are the two sides of a merger: what comes in has the costs of what went out. */
export type MovementKind = 'in' | 'out' | 'transfer_in' | 'transfer_out' | 'split' | 'exchange_out' | 'exchange_in';

/** What names an instrument in the file; empty texts where it does not say. */
export interface InstrumentNames {
  readonly isin: string;
  readonly symbol: string;
  readonly name: string;
}

export interface Movement {
  readonly portfolio: string;
  readonly kind: MovementKind;
  readonly names: InstrumentNames;
  /** Millionths of a share, above 0; of a split, by how many the position changes. */
  readonly quantityMicro: number;
  /** Millionths of the currency for one of them, charges included; `null` where the file does not say. */
  readonly unitCostMicro: number | null;
  /** `YYYY-MM-DD`; `null` where the file does not say. */
  readonly date: string | null;
  /** Empty: the portfolio's. */
  readonly currency: string;
  /** Empty: the primary exchange. */
  readonly exchange: string;
  /** Target as a share of the portfolio, 0 to 1; `null` without one. */
  readonly weight: number | null;
  readonly place: CellPlace;
}

/** What one share cost, where so many millionths of a share cost so much; half up. NaN where no number is exact. */
export function unitCostOf(totalMicro: number, quantityMicro: number): number {
  const cost = Number(divideHalfUp(BigInt(totalMicro) * 1_000_000n, BigInt(quantityMicro)));
  return Number.isSafeInteger(cost) ? cost : Number.NaN;
}

/** For a unit cost that is no exact number. */
export const COST_TOO_LARGE = 'has a cost per share that is too large';

export interface CashAmount {
  readonly portfolio: string;
  readonly amountMicro: number;
  readonly currency: string;
  readonly place: CellPlace;
}

/** What the file says is held in the end, to be compared with what its movements leave. */
export interface StatedBalance {
  readonly names: InstrumentNames;
  readonly quantityMicro: number;
  readonly place: CellPlace;
}

/** A type of transactions that nobody knows, at the first of its rows. */
export interface UnknownType {
  readonly type: string;
  readonly place: CellPlace;
  readonly rows: number;
}

export interface Statement {
  readonly file: ImportedFile;
  readonly unknownTypes: readonly UnknownType[];
  /** What the file calls its base currency; empty where it does not say. */
  readonly currency: string;
  readonly movements: readonly Movement[];
  readonly cash: readonly CashAmount[];
  /** None where the file does not say. */
  readonly balances: readonly StatedBalance[];
}

/** Of a file of which nothing is read. */
export const EMPTY_STATEMENT = { currency: '', movements: [], cash: [], balances: [], unknownTypes: [] } as const;
