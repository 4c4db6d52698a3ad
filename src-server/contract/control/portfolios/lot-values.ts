/** Values of the tax lots of a portfolio: those of an instrument's lots add up to the value of its positions. Pure. */

interface HeldLot {
  readonly isin: string;
  readonly quantity: number;
}

interface HeldPosition extends HeldLot {
  /** In base currency. */
  readonly price: number;
  readonly value: number;
}

/**
 * Returns the value of each lot, null without a price: in whole cents that add up exactly to the value of the
 * positions.
 */
export function lotValues(lots: readonly HeldLot[], holdings: readonly HeldPosition[]): readonly (number | null)[] {
  const left = new Map<string, { shares: number; value: number }>();
  for (const { isin, quantity } of lots) {
    const before = left.get(isin)?.shares ?? 0;
    left.set(isin, { shares: before + quantity, value: sum(ofIsin(holdings, isin), (row) => row.value) });
  }
  return lots.map(({ isin, quantity }) => {
    const rest = left.get(isin);
    if (rest === undefined || !holdings.some((row) => row.isin === isin)) return null;
    const value = rest.shares > 0 ? inCents((rest.value * quantity) / rest.shares) : 0;
    left.set(isin, { shares: rest.shares - quantity, value: rest.value - value });
    return value;
  });
}

/** Returns the average over the exchanges at which the instrument is held; null if it is not held. */
export function lotPrice(holdings: readonly HeldPosition[], isin: string): number | null {
  const held = ofIsin(holdings, isin);
  const quantity = sum(held, (row) => row.quantity);
  return quantity > 0 ? sum(held, (row) => row.quantity * row.price) / quantity : null;
}

/** Rounds to cents: a sum of floats has no more digits than its parts. */
export function inCents(amount: number): number {
  return Math.round(amount * 100) / 100;
}

function ofIsin(holdings: readonly HeldPosition[], isin: string): readonly HeldPosition[] {
  return holdings.filter((row) => row.isin === isin);
}

function sum<Row>(rows: readonly Row[], amountOf: (row: Row) => number): number {
  return rows.reduce((total, row) => total + amountOf(row), 0);
}
