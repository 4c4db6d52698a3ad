/** Weights as two rings, current outside and target inside, and as a table. */
import { Group } from '@mantine/core';
import { Pie, PieChart } from 'recharts';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { NO_ANIMATION } from '../../../components/charts/chart-figure.tsx';
import { AllocationKey, type AllocationRow } from './allocation-key.tsx';

const NAMED_SLICES = 9;
const SIZE_PX = 176;
const RINGS = [
  { dataKey: 'target', innerRadius: 46, outerRadius: 56 },
  { dataKey: 'weight', innerRadius: 60, outerRadius: 86 },
] as const;

export function AllocationChart({ portfolio }: { readonly portfolio: PortfolioView }) {
  const instruments = useInstrumentsByIsin();
  const slices = allocationSlices(portfolio, [...instruments.keys()]);
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
            {...NO_ANIMATION}
            rootTabIndex={-1}
          />
        ))}
      </PieChart>
      <AllocationKey portfolio={portfolio} rows={slices} />
    </Group>
  );
}

const HUES = ['--brand', '--line-2', '--line-3', '--line-5', '--line-6'];

/** The strengths of each hue, in per cent. */
const STRENGTHS = [90, 55, 72, 35];
const COLOURS = HUES.length * STRENGTHS.length;

function sliceFill(index: number): string {
  const strength = STRENGTHS[Math.floor(index / HUES.length)];
  return `color-mix(in oklab, var(${HUES[index % HUES.length]}) ${strength}%, var(--panel))`;
}

/**
 * Colours by the instrument's index among all of the world, so that it has the same colour in every portfolio and after
 * a rebalance, unless another one of the ring has that colour.
 */
function colourIndices(all: readonly string[], named: readonly string[]): Map<string, number> {
  const indices = new Map<string, number>();
  for (const isin of named.toSorted((one, other) => all.indexOf(one) - all.indexOf(other))) {
    const taken = new Set(indices.values());
    let index = Math.max(0, all.indexOf(isin)) % COLOURS;
    while (taken.has(index)) index = (index + 1) % COLOURS;
    indices.set(isin, index);
  }
  return indices;
}

/** The largest positions by name, the others combined, cash last and grey. */
function allocationSlices(portfolio: PortfolioView, instruments: readonly string[]): AllocationRow[] {
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
  const indices = colourIndices(
    instruments,
    named.map(({ isin }) => isin),
  );
  const slices = named.map(({ isin: key, symbol: label, current_weight: weight, target_weight: target }) => {
    return { key, label, weight, target, fill: sliceFill(indices.get(key) ?? 0) };
  });
  return [
    ...slices,
    ...(rest.length > 0 ? [others] : []),
    { key: 'cash', label: 'Cash', weight: cash.weight, target: cash.target_weight, fill: 'var(--ink-3)' },
  ];
}
