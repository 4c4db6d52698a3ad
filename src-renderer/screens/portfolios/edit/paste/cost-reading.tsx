/**
 * How the column of costs is read, which can be changed, and a warning if the costs are far from the current prices.
 */
import { Group, SegmentedControl } from '@mantine/core';
import { isFarFromPrice } from '../../../../../src-server/contract/control/imports/portfolio-headers.ts';
import { useInstrumentsByIsin, useRates } from '../../../../api/market-api.ts';
import { Notice } from '../../../../components/feedback/notice.tsx';
import { formatMoney, plural } from '../../../../components/format/format-number.ts';
import { symbolOf } from '../../../../components/orders/order-columns.tsx';
import { averageCost } from '../../../../components/portfolios/position-lots.ts';
import { useListingPrices } from '../use-listing-prices.ts';
import { type ListingPrices, worthInBase } from '../value-draft.ts';
import type { CostRole, Pasted, PastedHolding } from './pasted.ts';

interface CostReadingProps {
  readonly pasted: Pasted;
  /** Base currency; null if it is not chosen yet. */
  readonly currency: string | null;
  readonly onChange: (role: CostRole) => void;
}

export function CostReading({ pasted: { cost, holdings }, currency, onChange }: CostReadingProps) {
  const instruments = useInstrumentsByIsin();
  const perEur = new Map(useRates().data?.rates.map((rate) => [rate.currency, rate.per_eur]));
  const held = (holdings ?? []).filter(({ lots }) => lots !== undefined).slice(0, MAX_CHECKED);
  const { prices } = useListingPrices(held);
  if (cost === null) return null;
  const far = currency === null ? [] : farCosts(held, currency, prices, perEur);
  const write = ({ isin, unitCost, price }: FarCost) =>
    `${symbolOf(isin, instruments)} cost ${formatMoney(unitCost)} ${currency} a share, but its price is ${formatMoney(price)}`;
  return (
    <>
      <Group gap="sm">
        <span id="cost-reading">“{cost.header}” is</span>
        <SegmentedControl
          aria-labelledby="cost-reading"
          data={[
            { value: 'unit_cost', label: 'the cost per share' },
            { value: 'total_cost', label: 'the total cost' },
          ]}
          value={cost.role}
          onChange={(role) => onChange(role === 'unit_cost' ? role : 'total_cost')}
        />
      </Group>
      {far.length > 0 && (
        <Notice tone="warn">
          <strong>{plural(far.length, 'cost')} far from the current price.</strong>{' '}
          {far.slice(0, SHOWN).map(write).join('; ')}
          {far.length > SHOWN ? `; and ${far.length - SHOWN} more` : ''}. Gains and tax are computed from it.
        </Notice>
      )}
    </>
  );
}

/** Each is a request; this many show how the column is meant. */
const MAX_CHECKED = 50;
const SHOWN = 3;

interface FarCost {
  readonly isin: string;
  /** Base currency, like the price. */
  readonly unitCost: number;
  readonly price: number;
}

/** Unit costs far from the current price, for example because the cost of a line is read as that of a share. */
export function farCosts(
  holdings: readonly PastedHolding[],
  currency: string,
  prices: ListingPrices,
  perEur: ReadonlyMap<string, number>,
): FarCost[] {
  const inBase = worthInBase(currency, prices, perEur);
  return holdings.flatMap(({ isin, exchange, lots }) => {
    const price = inBase(isin, exchange, 1);
    if (lots === undefined || lots.length === 0 || price === null) return [];
    const unitCost = averageCost(lots);
    return isFarFromPrice(unitCost, price) ? [{ isin, unitCost, price }] : [];
  });
}
