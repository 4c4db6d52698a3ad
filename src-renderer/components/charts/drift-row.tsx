/** One position on the common drift scale, with its numbers and its verdict in words. */
import { Text } from '@mantine/core';
import type { CSSProperties } from 'react';
import { formatDriftBps, formatWeight } from '../format/format-number.ts';
import { type Band, type DriftRowData, halfWidth, outsideBand } from './drift-band.ts';

interface DriftRowProps {
  readonly row: DriftRowData;
  readonly band: Band;
  readonly scaleEnd: number;
  readonly hasAfter: boolean;
}

const VERDICTS = { over: '▲ over', under: '▼ under' };

export function DriftRow({ row, band, scaleEnd, hasAfter }: DriftRowProps) {
  const outside = row.isCash ? null : outsideBand(row.current, row.target, band);
  const half = halfWidth(row.target, band);
  const at = (weight: number): string => `${Math.max(0, Math.min(1, weight / scaleEnd)) * 100}%`;
  const between = (low: number, high: number): CSSProperties => ({
    left: at(low),
    right: `calc(100% - ${at(high)})`,
  });
  return (
    <tr data-outside={outside ?? undefined}>
      <th scope="row" title={row.name}>
        {row.label}
      </th>
      <td className="drift-bar-cell" aria-hidden>
        <div className="drift-scale">
          {!row.isCash && <span className="drift-band" style={between(row.target - half, row.target + half)} />}
          <span
            className="drift-gap"
            style={between(Math.min(row.current, row.target), Math.max(row.current, row.target))}
          />
          <span className="drift-target" style={{ left: at(row.target) }} />
          <span className="drift-current" style={{ left: at(row.current) }} />
          {row.after !== undefined && <span className="drift-after" style={{ left: at(row.after) }} />}
        </div>
      </td>
      <td>{formatWeight(row.current)}</td>
      {hasAfter && <td>{row.after === undefined ? '' : formatWeight(row.after)}</td>}
      <td>{formatWeight(row.target)}</td>
      <td className="drift-verdict">{formatDriftBps(row.current - row.target)}</td>
      <td className={outside === null ? 'left' : 'left drift-verdict'}>
        {outside === null ? (
          <Text span c="dimmed">
            {row.isCash ? 'no band' : 'inside'}
          </Text>
        ) : (
          VERDICTS[outside]
        )}
      </td>
    </tr>
  );
}
