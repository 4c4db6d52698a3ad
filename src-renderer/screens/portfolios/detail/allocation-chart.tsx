/** Weights as two rings, now outside and target inside, and as a table. */
import { Group } from '@mantine/core';
import { Pie, PieChart } from 'recharts';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { STILL } from '../../../components/charts/chart-figure.tsx';
import { formatWeight } from '../../../components/format/format-number.ts';
import classes from './portfolio.module.css';

interface Slice {
  readonly key: string;
  readonly label: string;
  readonly current: number;
  readonly target: number;
  readonly fill: string;
}

const NAMED_SLICES = 9;
const SIZE_PX = 176;
const RINGS = [
  { dataKey: 'target', innerRadius: 46, outerRadius: 56 },
  { dataKey: 'current', innerRadius: 60, outerRadius: 86 },
] as const;

export function AllocationChart({ portfolio }: { readonly portfolio: PortfolioView }) {
  const slices = allocationSlices(portfolio);
  return (
    <Group gap="md" py="sm" px="md" wrap="nowrap">
      <PieChart width={SIZE_PX} height={SIZE_PX} accessibilityLayer={false} aria-hidden>
        {RINGS.filter((ring) => portfolio.has_targets || ring.dataKey === 'current').map((ring) => (
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
      <Key slices={slices} hasTargets={portfolio.has_targets} />
    </Group>
  );
}

function Key({ slices, hasTargets }: { readonly slices: readonly Slice[]; readonly hasTargets: boolean }) {
  return (
    <table className={classes.allocationKey}>
      <thead>
        <tr>
          <th scope="col">Position</th>
          <th scope="col">Now %</th>
          {hasTargets && <th scope="col">Target %</th>}
        </tr>
      </thead>
      <tbody>
        {slices.map((slice) => (
          <tr key={slice.key}>
            <th scope="row">
              <i style={{ background: slice.fill }} aria-hidden />
              {slice.label}
            </th>
            <td>{formatWeight(slice.current)}</td>
            {hasTargets && <td>{formatWeight(slice.target)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The largest positions by name, the rest as one, cash last and grey. */
function allocationSlices(portfolio: PortfolioView): Slice[] {
  const bySize = [...portfolio.allocation].sort((left, right) => right.current_weight - left.current_weight);
  const named = bySize.slice(0, bySize.length > NAMED_SLICES + 1 ? NAMED_SLICES : bySize.length);
  const rest = bySize.slice(named.length);
  const slices = named.map((row, position) => ({
    key: row.isin,
    label: row.symbol,
    current: row.current_weight,
    target: row.target_weight,
    fill: shade(position, named.length),
  }));
  if (rest.length > 0) {
    slices.push({
      key: 'rest',
      label: `${rest.length} others`,
      current: rest.reduce((sum, row) => sum + row.current_weight, 0),
      target: rest.reduce((sum, row) => sum + row.target_weight, 0),
      fill: 'var(--line-strong)',
    });
  }
  const cash = portfolio.cash_row;
  return [
    ...slices,
    { key: 'cash', label: 'Cash', current: cash.weight, target: cash.target_weight, fill: 'var(--ink-3)' },
  ];
}

function shade(position: number, count: number): string {
  const strength = 100 - Math.round((position / Math.max(1, count)) * 75);
  return `color-mix(in oklab, var(--brand) ${strength}%, var(--panel))`;
}
