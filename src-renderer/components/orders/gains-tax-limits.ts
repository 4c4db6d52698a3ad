/** Limits of the gains tax estimate by country, matching the rates in `fixtures/market/gains-tax.json`. Pure. */
import type { GainsReport } from '../../../src-server/contract/control/portfolios/gains.ts';
import { formatMoney, formatTaxRate } from '../format/format-number.ts';
import type { SaleTaxes } from './sale-taxes.ts';

/** By country with a rate: rules of its law other than the one rate that is applied. */
export const UNCOUNTED: Readonly<Record<string, string>> = {
  AT: 'the yearly tax on undistributed income of funds',
  BE: 'the annual exemption, the step-up of the cost to the value on 31 December 2025',
  DE: 'the saver’s allowance, the partial exemption of equity funds, the advance tax on funds, church tax, the ring-fencing of losses on shares',
  DK: 'the higher rate above the threshold, the annual taxation of funds',
  ES: 'the other bands of the savings tax',
  FI: 'the higher rate above the threshold, the deemed acquisition cost',
  FR: 'the option to be taxed at the income tax scale, the surtax on high incomes',
  GB: 'the annual exempt amount, the lower rate of basic-rate taxpayers',
  IE: 'the annual exemption, the exit tax on funds',
  IT: 'the rule that losses are not set off against gains on funds',
  NO: 'the shielding deduction',
  PT: 'the relief for long holding periods, the option to be taxed at the income tax scale',
  SE: 'the flat tax of investment savings accounts',
  US: 'the other rates by income and holding period, state taxes',
};

/** Beside a figure of cash. */
export const NOT_DEDUCTED = 'gains tax not deducted';

/** The banks of countries that have the tax deducted at the sale. */
const DEDUCTED_AT_SALE: Readonly<Record<string, string>> = { AT: 'Austrian', DE: 'German' };

/** The predicate of each sentence on when gains tax leaves the cash: never, whatever the country does. */
export function isNotDeducted(country: string | null): string {
  const banks = country === null ? undefined : DEDUCTED_AT_SALE[country];
  return `is not deducted from the cash${banks === undefined ? '' : `, although ${banks} banks deduct it at the sale`}`;
}

/** Countries that do not tax such gains when they are realised. */
const UNTAXED = new Set(['CH', 'LU', 'NL']);

/** Whether gains count as untaxed only because the rate of the country is not known. */
export function isRateUnknown(country: string, rate: number): boolean {
  return rate === 0 && !(country in UNCOUNTED) && !UNTAXED.has(country);
}

const ANYWHERE = 'allowances, tax bands and exemptions';

/** The scope of the estimate: the sells of one plan, or the tax year of one portfolio. */
export type EstimateScope = 'plan' | 'portfolio';

/** `null`: the report could not be read, so only the general limits are stated. */
export function gainsTaxLimits(
  report: Pick<GainsReport, 'tax_jurisdiction' | 'tax_rate'> | null,
  scope: EstimateScope,
): string {
  const { tax_jurisdiction: country = null, tax_rate: rate = null } = report ?? {};
  if (country !== null && rate !== null && isRateUnknown(country, rate)) {
    return `Gains are treated as untaxed, because no tax rate is known for ${country}.`;
  }
  if (rate === 0) {
    return 'Gains in this portfolio are not taxed when they are realised. Tax on withdrawals or on a presumed yield is not counted.';
  }
  const at = rate === null ? 'one rate' : `${formatTaxRate(rate)}${country === null ? '' : ` (${country})`}`;
  const own = (country === null ? undefined : UNCOUNTED[country]) ?? ANYWHERE;
  return `Gains tax is estimated at ${at} of the net gain. It ${isNotDeducted(country)}. The estimate leaves out ${own}, losses of earlier years, and gains and losses outside this ${scope}.`;
}

type YearsTax = Pick<GainsReport, 'tax_year' | 'tax_rate' | 'tax_estimate' | 'tax_jurisdiction' | 'currency'>;

/** The part of a yearly budget that is used: `Estimated gains tax of 2026 so far: 131.88 EUR.` */
export function taxSoFar(report: Omit<YearsTax, 'tax_jurisdiction'>): string {
  if (report.tax_rate === 0) return '';
  return `Estimated gains tax for ${report.tax_year} so far: ${formatMoney(report.tax_estimate)} ${report.currency}.`;
}

/** After what can be withdrawn; empty if no tax is due on gains of this year. */
export function taxInCash(report: YearsTax): string {
  if (report.tax_estimate === 0) return '';
  return ` ${taxSoFar(report)} It ${isNotDeducted(report.tax_jurisdiction)}.`;
}

/** For a list of portfolios in several countries. */
export const LIMITS_OF_MANY = `Gains tax is estimated at one rate for each country. It ${isNotDeducted(null)}. The estimate leaves out ${ANYWHERE}, and losses of earlier years.`;

/** The basis of a plan's tax, for display beside its figure; also why there is none. */
export function taxBasis({ tax_rate: rate, net_gain: gain, sells, tax }: SaleTaxes): string {
  if (rate === 0) return 'gains are not taxed here';
  if (sells.length === 0) return 'nothing is sold';
  if (tax === 0) return gain < 0 ? `net loss of ${formatMoney(-gain)}` : 'no gain';
  return `${formatTaxRate(rate)} of ${formatMoney(gain)}, before allowances and losses brought forward`;
}
