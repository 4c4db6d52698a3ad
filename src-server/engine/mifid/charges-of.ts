/**
 * Reports the costs of a fill for its client, after the fact: each part, and the total, as amounts and as per cent of
 * the traded value.
 */
import type { COST_CATEGORIES, CostParts } from '../../domain/costs/cost-parts.ts';
import { fromMinor } from '../../domain/numbers/exact.ts';
import type { FillRecord } from '../records.ts';

const LEGAL_BASIS =
  'Directive 2014/65/EU (MiFID II), Art. 24(4) and 25(6); Delegated Regulation (EU) 2017/565, Art. 50';

type Category = (typeof COST_CATEGORIES)[number];

const ITEMS = [
  { item: 'commission', category: 'service', part: 'commissionMinor' },
  { item: 'spread', category: 'execution', part: 'spreadMinor' },
  { item: 'impact', category: 'execution', part: 'impactMinor' },
  { item: 'fx', category: 'service', part: 'fxMinor' },
  { item: 'transaction_tax', category: 'tax', part: 'transactionTaxMinor' },
] as const satisfies readonly { readonly item: string; readonly category: Category; readonly part: keyof CostParts }[];

export function chargesOf({ costs, valueMinor }: FillRecord, currency: string) {
  const charge = (amountMinor: number) => ({
    amount: fromMinor(amountMinor),
    percent_of_value: percentOf(amountMinor, valueMinor),
  });
  const sumOf = (wanted: Category) =>
    charge(ITEMS.reduce((sum, { category, part }) => sum + (category === wanted ? costs[part] : 0), 0));
  return {
    legal_basis: LEGAL_BASIS,
    timing: 'ex_post',
    currency,
    items: ITEMS.map(({ item, category, part }) => ({ item, category, ...charge(costs[part]) })),
    aggregated: {
      service: sumOf('service'),
      execution: sumOf('execution'),
      tax: sumOf('tax'),
      total: charge(costs.totalMinor),
    },
  } as const;
}

/** Four decimals; `null` for a value that rounds to 0. */
function percentOf(amountMinor: number, valueMinor: number): number | null {
  return valueMinor === 0 ? null : Math.round((amountMinor / valueMinor) * 1e6) / 1e4;
}
