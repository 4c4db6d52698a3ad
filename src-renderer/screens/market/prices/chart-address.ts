/** The chart's view in its address: listing, length and number of bars, their end, compared exchanges. */
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../paths.ts';
import { type ChartWindow, DEFAULT_BARS, INTERVALS, MAX_BARS, MIN_BARS } from './chart-window.ts';

export interface ChartChoice extends ChartWindow {
  readonly isin: string;
  readonly exchange: string;
  /** Other exchanges of the instrument, shown in the same chart. */
  readonly compared: readonly string[];
}

/** The window and the other exchanges in an address; missing values get their defaults. */
export function readChoice(search: URLSearchParams): Omit<ChartChoice, 'isin' | 'exchange'> {
  const bars = Number(search.get('bars') ?? DEFAULT_BARS);
  const to = search.get('to');
  return {
    interval: INTERVALS.find((interval) => interval === search.get('interval')) ?? '5m',
    bars: Number.isInteger(bars) ? Math.min(MAX_BARS, Math.max(MIN_BARS, bars)) : DEFAULT_BARS,
    to: to === null || Number.isNaN(Date.parse(to)) ? null : new Date(to).toISOString(),
    compared: (search.get('beside') ?? '').split(',').filter((mic) => mic !== ''),
  };
}

/**
 * Changes a part of the view. The page renders a moment later, so a second choice builds on the first, not on the
 * render.
 */
export function useChoice(shown: ChartChoice): (change: Partial<ChartChoice>) => void {
  const navigate = useNavigate();
  const wanted = useRef(shown);
  useEffect(() => {
    wanted.current = shown;
  }, [shown]);
  return (change) => {
    const next = { ...wanted.current, ...change };
    wanted.current = next;
    navigate(addressOf(next), { replace: true });
  };
}

function addressOf({ isin, exchange, interval, bars, to, compared }: ChartChoice): string {
  const query = new URLSearchParams({ interval });
  if (bars !== DEFAULT_BARS) query.set('bars', String(bars));
  if (to !== null) query.set('to', to);
  if (compared.length > 0) query.set('beside', compared.join(','));
  return paths.listing(isin, exchange, query);
}
