/** Draws how long a fault delays a response: one draw for each of its hits, from the requested distribution. */
import { streamKey } from '../../kernel/streams.ts';
import type { Latency } from '../../market/data/market-data.ts';
import { drawLatencyMs } from '../../market/exchange/latency.ts';

/** In whole ms, as in requests. */
type WrittenLatency =
  | { readonly fixed: number }
  | { readonly min: number; readonly max: number }
  | { readonly median: number; readonly sigma: number; readonly max: number };

/** `hit` numbers the hits of the fault, from 1. */
export function drawDelayMs(seed: number, faultId: string, hit: number, written: WrittenLatency): number {
  return drawLatencyMs(latencyOf(written), streamKey(seed, 'wire.fault.latency', faultId), hit);
}

function latencyOf(written: WrittenLatency): Latency {
  if ('fixed' in written) return { kind: 'fixed', ms: written.fixed };
  if ('min' in written) return { kind: 'uniform', minMs: written.min, maxMs: written.max };
  return { kind: 'lognormal', medianMs: written.median, sigma: written.sigma, maxMs: written.max };
}
