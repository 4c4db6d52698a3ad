/**
 * Computes the chart bars of one listing from the pure price function: open, high, low and close of the mid at a fixed
 * number of instants per bar, so five years take no more work per bar than five minutes. Bars end at the present, so
 * they reveal nothing of the future.
 */

import type { VolumeCurve } from '../calendar/volume-curve.ts';
import { type BarGrid, type GridSpan, openSpansOf, tradingStarts } from './bar-grid.ts';
import type { PriceModel } from './price-model.ts';
import type { SeriesRegistry } from './series-registry.ts';

/** Prices in millionths of the exchange's currency. */
export interface Bar {
  readonly startMs: number;
  readonly openMicro: number;
  readonly highMicro: number;
  readonly lowMicro: number;
  readonly closeMicro: number;
  /** Whole shares: of the loaded rows in the bar if they state a volume, else the volume curve's expectation. */
  readonly volume: number;
}

export interface BarQuestion extends BarGrid {
  readonly isin: string;
  readonly mic: string;
  /** Bars that begin at or after this; `null`: as far back as prices go. */
  readonly fromMs: number | null;
  /** Bars that begin before this. */
  readonly toMs: number;
  /** Largest number of bars; the latest are returned. */
  readonly limit: number;
}

interface BarPage {
  /** Oldest first. */
  readonly bars: Bar[];
  /** Whether there are more bars than `limit` between `fromMs` and `toMs`. */
  readonly isCut: boolean;
}

export type BarVolumes = Pick<VolumeCurve, 'expectedVolume'> & Pick<SeriesRegistry, 'volumeBetween'>;

/** Returns only bars with trading. RangeError for an unknown listing. */
export function readBars(prices: Pick<PriceModel, 'midMicro'>, volumes: BarVolumes, question: BarQuestion): BarPage {
  const starts: number[] = [];
  for (const startMs of tradingStarts(question, question.toMs)) {
    if (startMs < (question.fromMs ?? Number.NEGATIVE_INFINITY)) break;
    starts.push(startMs);
    if (starts.length > question.limit) break;
  }
  const isCut = starts.length > question.limit;
  const bars = starts.slice(0, question.limit).map((startMs) => readBar(prices, volumes, question, startMs));
  return { bars: bars.reverse(), isCut };
}

/** Instants of a bar at which the mid is sampled, including its first and its last. */
const SAMPLES = 16;

function readBar(
  prices: Pick<PriceModel, 'midMicro'>,
  volumes: BarVolumes,
  question: BarQuestion,
  startMs: number,
): Bar {
  const { isin, mic, intervalMs, nowMs } = question;
  const mids = sampleInstants(openSpansOf(question, startMs)).map((at) => prices.midMicro(isin, mic, at));
  const endMs = Math.min(startMs + intervalMs, nowMs);
  return {
    startMs,
    openMicro: mids[0] as number,
    highMicro: Math.max(...mids),
    lowMicro: Math.min(...mids),
    closeMicro: mids.at(-1) as number,
    volume:
      volumes.volumeBetween(isin, mic, startMs, endMs) ?? Math.round(volumes.expectedVolume(isin, mic, startMs, endMs)),
  };
}

/** Returns instants that are equally spaced over the open time, without its closed gaps. */
function sampleInstants(spans: readonly GridSpan[]): number[] {
  const openMs = spans.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  return Array.from({ length: SAMPLES }, (_, sample) => {
    let offsetMs = Math.floor((openMs * sample) / (SAMPLES - 1));
    for (const { fromMs, toMs } of spans) {
      if (offsetMs <= toMs - fromMs) return fromMs + offsetMs;
      offsetMs -= toMs - fromMs;
    }
    return (spans.at(-1) as GridSpan).toMs;
  });
}
