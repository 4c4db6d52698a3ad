/** Weights as two rings, now outside and target inside, and as a table. */
import { Group } from '@mantine/core';
import { Pie, PieChart } from 'recharts';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { STILL } from '../../../components/charts/chart-figure.tsx';
import { AllocationKey, type AllocationRow } from './allocation-key.tsx';

const NAMED_SLICES = 9;
const SIZE_PX = 176;
const RINGS = [
  { dataKey: 'target', innerRadius: 46, outerRadius: 56 },
  { dataKey: 'weight', innerRadius: 60, outerRadius: 86 },
] as const;

export function AllocationChart({ portfolio }: { readonly portfolio: PortfolioView }) {
  const slices = allocationSlices(portfolio);
  return (
    <Group gap="md" py="sm" px="md" wrap="nowrap">
      <PieChart width={SIZE_PX} height={SIZE_PX} accessibilityLayer={false} aria-hidden>
        {RINGS.filter((ring) => portfolio.has_targets || ring.dataKey === 'weight').map((ring) => (
          <Pie
            key={ring.dataKey}
            data={slices.map((slice) => ({ ...slice }))}
            {...ring}
            nameKey="label"
            startAngle={90}
            endAngle={-270}
            stroke="var(--panel)"
            strokeWidth={1}
            {...STILL}
            rootTabIndex={-1}
          />
        ))}
      </PieChart>
      <AllocationKey portfolio={portfolio} rows={slices} />
    </Group>
  );
}

const HUES = ['--brand', '--line-2', '--line-3', '--line-5', '--line-6'];

/** Each hue full, then light. */
const COLOURS = 2 * HUES.length;

type Row = PortfolioView['allocation'][number];

function sliceFill(place: number): string {
  const strength = place < HUES.length ? 85 : 45;
  return `color-mix(in oklab, var(${HUES[place % HUES.length]}) ${strength}%, var(--panel))`;
}

/** By the name among all, not by size: a position keeps its colour through a rebalance, unless another one has it. */
function colourPlaces(all: readonly Pick<Row, 'isin'>[], named: readonly Pick<Row, 'isin'>[]): Map<string, number> {
  const byName = all.map(({ isin }) => isin).sort();
  const places = new Map<string, number>();
  for (const isin of named.map((row) => row.isin).sort()) {
    const taken = new Set(places.values());
    let place = byName.indexOf(isin) % COLOURS;
    while (taken.has(place)) place = (place + 1) % COLOURS;
    places.set(isin, place);
  }
  return places;
}

/** The largest positions by name, the rest as one, cash last and grey. */
function allocationSlices(portfolio: PortfolioView): AllocationRow[] {
  const { allocation, cash_row: cash } = portfolio;
  const bySize = allocation.toSorted((left, right) => right.current_weight - left.current_weight);
  const named = bySize.length > NAMED_SLICES + 1 ? bySize.slice(0, NAMED_SLICES) : bySize;
  const rest = bySize.slice(named.length);
  const others = {
    key: 'rest',
    label: `${rest.length} others`,
    weight: rest.reduce((sum, row) => sum + row.current_weight, 0),
    target: rest.reduce((sum, row) => sum + row.target_weight, 0),
    fill: 'var(--line-strong)',
  };
  const places = colourPlaces(portfolio.allocation, named);
  const slices = named.map(({ isin: key, symbol: label, current_weight: weight, target_weight: target }) => {
    return { key, label, weight, target, fill: sliceFill(places.get(key) ?? 0) };
  });
  return [
    ...slices,
    ...(rest.length > 0 ? [others] : []),
    { key: 'cash', label: 'Cash', weight: cash.weight, target: cash.target_weight, fill: 'var(--ink-3)' },
  ];
}
