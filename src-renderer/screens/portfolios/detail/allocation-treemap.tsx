/** The allocation as a treemap, and as the same numbers in a table for who cannot tell areas and colours apart. */

import { Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { formatDriftBps, formatPercent, formatWeight } from '../../../components/format/format-number.ts';
import { type AllocationTile, allocationTiles } from './allocation-tiles.ts';
import classes from './portfolio.module.css';
import { type Rect, squarify } from './squarify.ts';

const HEIGHT_PX = 204;
/** Below these a tile has no room for its name, its weight, or its drift besides. */
const NAMED_PX = { letter: 9, frame: 14, height: 18 };
const WEIGHED_PX = { width: 60, height: 34 };
const NUMBERED_PX = { width: 64, height: 50 };
/** A colour stronger than this would take the contrast from what is written on it. */
const STRONGEST_PERCENT = 34;

export function AllocationTreemap({ portfolio }: { readonly portfolio: PortfolioView }) {
  const { ref, width } = useElementSize();
  const tiles = allocationTiles(portfolio);
  const held = tiles.filter(({ weight }) => weight > 0);
  const missing = tiles.filter(({ weight, target }) => weight <= 0 && target > 0);
  const rects = squarify(
    held.map(({ weight }) => weight),
    { x: 0, y: 0, width, height: HEIGHT_PX },
  );
  return (
    <div className={classes.treemap}>
      <div ref={ref} className={classes.treemapRoom} aria-hidden>
        {held.map((tile, index) => (
          <Tile key={tile.key} tile={tile} rect={rects[index] as Rect} hasTargets={portfolio.has_targets} />
        ))}
      </div>
      <TreemapKey hasTargets={portfolio.has_targets} missing={missing} />
      <TileTable tiles={tiles} hasTargets={portfolio.has_targets} />
    </div>
  );
}

interface TileProps {
  readonly tile: AllocationTile;
  readonly rect: Rect;
  readonly hasTargets: boolean;
}

function Tile({ tile, rect, hasTargets }: TileProps) {
  const { label, name, weight, target, drift, reach } = tile;
  const isNamed = rect.width >= NAMED_PX.frame + label.length * NAMED_PX.letter && rect.height >= NAMED_PX.height;
  const isWeighed = rect.width >= WEIGHED_PX.width && rect.height >= WEIGHED_PX.height;
  const isNumbered = rect.width >= NUMBERED_PX.width && rect.height >= NUMBERED_PX.height;
  const targetLabel = hasTargets ? `, target ${formatPercent(target)}, ${formatDriftBps(drift)} bps` : '';
  return (
    <div
      className={classes.treemapTile}
      data-tile
      data-outside={reach !== null && Math.abs(reach) > 1 ? (reach > 0 ? 'over' : 'under') : undefined}
      title={`${name}: ${formatPercent(weight)}${targetLabel}`}
      style={{
        left: rect.x,
        top: rect.y,
        width: Math.max(0, rect.width - 2),
        height: Math.max(0, rect.height - 2),
        background: colourOf(tile),
      }}
    >
      {isNamed && <strong>{label}</strong>}
      {isWeighed && <span>{formatPercent(weight)}</span>}
      {isNumbered && hasTargets && <span>{formatDriftBps(drift)} bps</span>}
    </div>
  );
}

function colourOf({ reach, key }: AllocationTile): string {
  if (reach === null) return key === 'cash' ? 'var(--raised)' : 'var(--brand-soft)';
  const strength = Math.round(Math.min(1, Math.abs(reach)) * STRONGEST_PERCENT);
  return `color-mix(in oklab, var(${reach > 0 ? '--sell' : '--buy'}) ${strength}%, var(--panel))`;
}

function TreemapKey({
  hasTargets,
  missing,
}: {
  readonly hasTargets: boolean;
  readonly missing: readonly AllocationTile[];
}) {
  return (
    <div className={classes.treemapKey}>
      <span>Area: weight</span>
      {hasTargets && (
        <Text span c="sell">
          ▲ over target
        </Text>
      )}
      {hasTargets && (
        <Text span c="buy">
          ▼ under target
        </Text>
      )}
      {hasTargets && <span>framed: outside the band</span>}
      {missing.length > 0 && <span>Wanted, not held: {missing.map(({ label }) => label).join(', ')}</span>}
    </div>
  );
}

function TileTable({ tiles, hasTargets }: { readonly tiles: readonly AllocationTile[]; readonly hasTargets: boolean }) {
  return (
    <details className={classes.treemapTable}>
      <summary>As a table</summary>
      <table className={classes.allocationKey} aria-label="Allocation">
        <thead>
          <tr>
            <th scope="col">Position</th>
            <th scope="col">Now %</th>
            {hasTargets && <th scope="col">Target %</th>}
            {hasTargets && <th scope="col">Drift bps</th>}
          </tr>
        </thead>
        <tbody>
          {tiles.map(({ key, label, weight, target, drift }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td>{formatWeight(weight)}</td>
              {hasTargets && <td>{formatWeight(target)}</td>}
              {hasTargets && <td>{formatDriftBps(drift)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
