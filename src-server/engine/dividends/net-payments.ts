/** What a share of an instrument paid to the owner of a portfolio, whether the portfolio held it or not (decision O9). */
import { fromMicro } from '../../domain/numbers/exact.ts';
import type { PortfolioRecord } from '../records.ts';
import type { World } from '../world.ts';
import { inPresentTerms, withholdingOf } from './pay-dividends.ts';

export interface NetPayment {
  readonly exMs: number;
  /** For one share of the ex-date, after what is withheld, in `currency`. */
  readonly amount: number;
  readonly currency: string;
}

/** Of the seed and by hand, with ex-dates after one instant and not after another. The ISIN may be an earlier one. */
export function netPayments(
  world: World,
  portfolio: PortfolioRecord,
  isin: string,
  { afterMs, untilMs }: { readonly afterMs: number; readonly untilMs: number },
): NetPayment[] {
  const { dividends, corporateActions, instrumentChanges } = world;
  const root = instrumentChanges.root(isin);
  const current = instrumentChanges.current(isin);
  const netOf = (amountMicro: number, payMs: number) =>
    fromMicro(amountMicro) * (1 - withholdingOf(world, portfolio, current, payMs).ratePpm / 1e6);
  const ofSeed = (dividends?.between(root, afterMs, untilMs) ?? []).flatMap((paid) => {
    const present = inPresentTerms(world, paid, paid.exMs);
    if (present === null) return [];
    return [{ exMs: paid.exMs, amount: netOf(present.amountMicro, paid.payMs), currency: paid.currency }];
  });
  const byHand = corporateActions.applied().flatMap((action) => {
    const { exMs } = action;
    if (action.kind !== 'cash_dividend' || instrumentChanges.root(action.isin) !== root) return [];
    if (exMs <= afterMs || exMs > untilMs) return [];
    const { amountMicro, currency } = action.amount;
    return [{ exMs, amount: netOf(amountMicro, action.payMs), currency }];
  });
  return [...ofSeed, ...byHand];
}
