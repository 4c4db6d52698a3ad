/**
 * Draws the latency of messages between Ballast and an exchange from the leg's distribution, by the name of the
 * message.
 */
import { drawUniform, type StreamKey } from '../../kernel/streams.ts';
import type { Latency } from '../data/market-data.ts';
import { hashedNormal } from '../prices/hashed-normal.ts';

/** Returns whole ms, at least 0; `index` numbers the messages of a stream. */
export function drawLatencyMs(latency: Latency, key: StreamKey, index: number): number {
  switch (latency.kind) {
    case 'fixed':
      return latency.ms;
    case 'uniform':
      return latency.minMs + Math.floor(drawUniform(key, index) * (latency.maxMs - latency.minMs + 1));
    case 'lognormal': {
      const normal = hashedNormal(key.high, key.low, index);
      return Math.min(latency.maxMs, Math.round(latency.medianMs * Math.exp(latency.sigma * normal)));
    }
  }
}
