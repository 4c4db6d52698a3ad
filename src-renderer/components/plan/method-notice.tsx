/** Warns, on paper too, that a plan sells by a method that the law of its country does not allow. */
import type { RebalanceView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { useGains } from '../../api/portfolios-api.ts';
import { Notice } from '../feedback/notice.tsx';
import { countryName } from '../portfolios/wrapper-tax.ts';
import { type TaxMethod, taxMethodName } from './plan-parameters.ts';

export function MethodNotice({ view }: { readonly view: RebalanceView }) {
  const gains = useGains(view.rebalance.portfolio_id, '').data;
  const country = gains === undefined || gains.tax_rate === 0 ? null : gains.tax_jurisdiction;
  const warning = methodWarning(country, view);
  return warning !== null && <Notice tone="warn">{warning}</Notice>;
}

/**
 * Countries whose law prescribes which tax lots a private sale of fungible shares uses. The interface accepts other
 * methods (decision F9), so the app warns. Matches the defaults of `fixtures/market/tax-methods.json`.
 */
export const PRESCRIBED: Readonly<Record<string, TaxMethod>> = {
  AT: 'average_cost',
  DE: 'FIFO',
  DK: 'average_cost',
  ES: 'FIFO',
  FI: 'FIFO',
  FR: 'average_cost',
  GB: 'average_cost',
  IE: 'FIFO',
  NO: 'FIFO',
  PT: 'FIFO',
  SE: 'average_cost',
};

/** The lot methods of a law, by which sales of a method are matched. */
const METHOD_OF_RULE: Readonly<Record<string, string>> = { section_104: 'average_cost', section_581: 'FIFO' };

interface PlannedSales {
  readonly tax_method: string;
  readonly rebalance: { readonly orders: readonly { readonly side: 'buy' | 'sell' }[] };
}

/** `country`: where gains are taxed; `null` if they are not. The result is `null` if nothing is sold in breach of it. */
export function methodWarning(
  country: string | null,
  { tax_method: method, rebalance: { orders } }: PlannedSales,
): string | null {
  if (orders.every(({ side }) => side === 'buy')) return null;
  const prescribed = country === null ? undefined : PRESCRIBED[country];
  if (country === null || prescribed === undefined || prescribed === (METHOD_OF_RULE[method] ?? method)) return null;
  return `This plan sells by ${taxMethodName(method)}, but the tax law of ${countryName(country)} prescribes ${taxMethodName(prescribed)}. The tax actually due may differ from this estimate.`;
}
