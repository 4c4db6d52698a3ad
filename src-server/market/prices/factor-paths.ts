/**
 * The named random factors behind every price: the market, one per sector, one per instrument, one per currency. Each
 * name has a single path, and all are measured from the simulation epoch, where they are zero.
 */
import { streamKey } from '../../kernel/streams.ts';
import { createLevyPath } from './levy-path.ts';

/** 2026-03-02T09:30:00Z: prices and rates equal their reference values here (decision J). */
export const SIMULATION_EPOCH_MS = Date.UTC(2026, 2, 2, 9, 30);

/** Days of trading time in a year. */
export const DAYS_PER_YEAR = 260;

export interface Factor {
  /** Change since the epoch, in standard deviations of one year. */
  at(tau: number): number;
}

type FactorName = 'market' | 'sector' | 'instrument' | 'currency';

/** Returns factors of a seed by kind and entity; the same arguments give the same object. */
export function createFactorPaths(seed: number, epochTau: number): (kind: FactorName, entityId?: string) => Factor {
  const factors = new Map<string, Factor>();
  return (kind, entityId = '') => {
    const name = `${kind}:${entityId}`;
    let factor = factors.get(name);
    if (factor === undefined) {
      factor = createFactor(seed, `market.factor.${kind}`, entityId, epochTau);
      factors.set(name, factor);
    }
    return factor;
  };
}

function createFactor(seed: number, purpose: string, entityId: string, epochTau: number): Factor {
  const path = createLevyPath(streamKey(seed, purpose, entityId));
  const atEpoch = path.at(epochTau);
  return { at: (tau) => (path.at(tau) - atEpoch) * PER_ROOT_YEAR };
}

const PER_ROOT_YEAR = 1 / Math.sqrt(DAYS_PER_YEAR);
