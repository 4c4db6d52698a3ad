/** The allocation as a treemap, and as a table for those who cannot distinguish areas and colours. */

import { Box, Flex } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { Treemap } from 'recharts';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { NO_ANIMATION } from '../../../components/charts/chart-figure.tsx';
import { halfWidth } from '../../../components/charts/drift-band.ts';
import { formatPercent, signedPercent } from '../../../components/format/format-number.ts';
import { Toned } from '../../../components/layout/toned.tsx';
import { AllocationKey } from './allocation-key.tsx';
import classes from './portfolio.module.css';

const HEIGHT_PX = 204;
/** Below these sizes a tile has no room for its name, its weight, or its drift. */
const NAMED_PX = { letter: 9, frame: 14, height: 18 };
const WEIGHED_PX = { width: 60, height: 34 };
const NUMBERED_PX = { width: 64, height: 50 };
/** A stronger colour would reduce the contrast of the text on it. */
const STRONGEST_PERCENT = 34;

export function AllocationTreemap({ portfolio }: { readonly portfolio: PortfolioView }) {
  const { ref, width } = useElementSize();
  const { has_targets: hasTargets } = portfolio;
  const tiles = allocationTiles(portfolio);
  const held = tiles.filter(({ weight }) => weight > 0);
  const missing = tiles.filter(({ weight, target }) => weight <= 0 && target > 0);
  return (
    <Box py="sm" px="md">
      <div ref={ref} style={{ height: HEIGHT_PX }} aria-hidden>
        <Treemap
          {...NO_ANIMATION}
          isUpdateAnimationActive={false}
          width={width}
          height={HEIGHT_PX}
          data={held.map((tile) => ({ ...tile }))}
          dataKey="weight"
          nodeGap={2}
          content={({ depth, index, x, y, width: wide, height }) => {
            const tile = depth === 0 ? undefined : held[index];
            return tile === undefined ? <g /> : <Tile {...{ ...tile, x, y, width: wide, height, hasTargets }} />;
          }}
        />
      </div>
      <Flex wrap="wrap" rowGap={2} columnGap="md" pt={6} pb="xs" c="dimmed" fz="xs">
        <span>Area: weight</span>
        {hasTargets && (
          <>
            <Toned tone="sell">▲ over target</Toned>
            <Toned tone="buy">▼ under target</Toned>
            <span>outlined: outside the band</span>
          </>
        )}
        {missing.length > 0 && <span>Targets not held: {missing.map(({ label }) => label).join(', ')}</span>}
      </Flex>
      <details>
        <summary className={classes.asTable}>As a table</summary>
        <AllocationKey portfolio={portfolio} rows={tiles} />
      </details>
    </Box>
  );
}

type AllocationTile = ReturnType<typeof allocationTiles>[number];
type TileProps = AllocationTile &
  Readonly<Record<'x' | 'y' | 'width' | 'height', number>> & { readonly hasTargets: boolean };

/** The area is the weight, the colour its distance from the target; a frame shows that it is outside its band. */
function Tile({ x, y, width, height, hasTargets, ...tile }: TileProps) {
  const { label, name, weight, target, drift, reach } = tile;
  const isOutside = reach !== null && Math.abs(reach) > 1;
  const isNamed = width >= NAMED_PX.frame + label.length * NAMED_PX.letter && height >= NAMED_PX.height;
  const isWeighed = width >= WEIGHED_PX.width && height >= WEIGHED_PX.height;
  const isNumbered = hasTargets && width >= NUMBERED_PX.width && height >= NUMBERED_PX.height;
  const lines = [
    ...(isNamed ? [label] : []),
    ...(isWeighed ? [formatPercent(weight)] : []),
    ...(isNumbered ? [signedPercent(drift)] : []),
  ];
  const targetLabel = hasTargets ? `, target ${formatPercent(target)}, drift ${signedPercent(drift)}` : '';
  const frame = isOutside ? 2 : 1;
  return (
    <g>
      <title>{`${name}: ${formatPercent(weight)}${targetLabel}`}</title>
      <rect
        x={x + frame / 2}
        y={y + frame / 2}
        width={Math.max(0, width - frame)}
        height={Math.max(0, height - frame)}
        rx={2}
        fill={colourOf(tile)}
        stroke={isOutside ? colourOfSide(reach) : 'var(--line-strong)'}
        strokeWidth={frame}
      />
      {lines.map((line, index) => (
        <text
          key={line}
          x={x + 6}
          y={y + 13 + index * 16}
          fill="var(--ink)"
          fontSize={12}
          fontWeight={isNamed && index === 0 ? 600 : 400}
        >
          {line}
        </text>
      ))}
    </g>
  );
}

function colourOf({ reach, key }: Pick<AllocationTile, 'reach' | 'key'>): string {
  if (reach === null) return key === 'cash' ? 'var(--raised)' : 'var(--brand-soft)';
  const strength = Math.round(Math.min(1, Math.abs(reach)) * STRONGEST_PERCENT);
  return `color-mix(in oklab, ${colourOfSide(reach)} ${strength}%, var(--panel))`;
}

function colourOfSide(reach: number): string {
  return reach > 0 ? 'var(--sell)' : 'var(--buy)';
}

/** Largest first, including targets that are not held. */
function allocationTiles({ allocation, cash_row: cash, band, has_targets: hasTargets }: PortfolioView) {
  const positions = allocation.map((row) => ({
    key: row.isin,
    label: row.symbol,
    name: row.name,
    weight: row.current_weight,
    target: row.target_weight,
    drift: row.drift,
    /** Drift as a share of the band: 1 is the edge, negative is below the target; null without a target. */
    reach: hasTargets ? row.drift / halfWidth(row.target_weight, band) : null,
  }));
  // Cash has no band (decision H): it is shown without a colour.
  const { weight, target_weight: target, drift } = cash;
  const cashTile = { key: 'cash', label: 'Cash', name: 'Cash', weight, target, drift, reach: null };
  return [...positions, cashTile].sort((left, right) => right.weight - left.weight);
}
