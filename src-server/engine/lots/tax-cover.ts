/** Compares the cash of a portfolio with the gains tax that is due from it: of this tax year and of the one before. */
import { invariant } from '../../domain/invariant.ts';
import { realisedGains } from '../../domain/lots/realised-gains.ts';
import { taxYearOf, taxYearSpan } from '../../domain/lots/tax-year.ts';
import type { PortfolioRecord } from '../records.ts';
import type { World } from '../world.ts';
import { gainsTaxRate, jurisdictionOf } from './tax-terms-of.ts';

/** Minor units of the portfolio's currency. */
export interface TaxCover {
  /** On gains realised up to that day. */
  readonly owedMinor: number;
  /** The same with the gains of the plan. */
  readonly dueMinor: number;
  /** Part of the tax due that exceeds the cash; 0 if the cash covers it. */
  readonly missingMinor: number;
}

interface CoverTerms {
  readonly cashMinor: number;
  /** Of the sells of a plan; 0 if they are realised already. */
  readonly netGainMinor: number;
  readonly atMs: number;
}

/** Sells up to the end of the day of `atMs` count. Tax that was paid is not recorded, so it counts as due. */
export function taxCover(world: World, portfolio: PortfolioRecord, terms: CoverTerms): TaxCover {
  const { cashMinor, netGainMinor, atMs } = terms;
  const jurisdiction = jurisdictionOf(portfolio);
  const day = world.lots.dayOf(portfolio)(atMs);
  const history = world.lots.holdings(portfolio).map(({ isin, holding }) => ({
    isin,
    disposals: holding.disposals.filter((disposal) => disposal.day <= day),
  }));
  const taxOf = (dayOfYear: number, plannedMinor: number) => {
    const report = realisedGains(history, jurisdiction, taxYearOf(jurisdiction, dayOfYear));
    invariant(report.kind === 'report', 'the tax year of a day exists');
    const rate = gainsTaxRate(world.market, portfolio, spanOf(jurisdiction, dayOfYear).lastDay);
    return Math.round(Math.max(0, report.totals.netMinor + plannedMinor) * rate);
  };
  const beforeMinor = taxOf(spanOf(jurisdiction, day).firstDay - 1, 0);
  const owedMinor = beforeMinor + taxOf(day, 0);
  const dueMinor = beforeMinor + taxOf(day, netGainMinor);
  return { owedMinor, dueMinor, missingMinor: dueMinor === 0 ? 0 : Math.max(0, dueMinor - cashMinor) };
}

function spanOf(jurisdiction: string | null, day: number) {
  const span = taxYearSpan(jurisdiction, taxYearOf(jurisdiction, day));
  invariant(span !== null, 'the tax year of a day has a span');
  return span;
}
