/** The settings of a bulk rebalance as the form's draft, and the request made of them. Pure. */
import type { CreateBulkRebalance } from '../../../api/rebalances-api.ts';
import { type NumberText, scaled } from '../../../components/forms/number-text.ts';

export interface BulkDraft {
  /** Of the portfolio, or of each target if the band is relative. */
  readonly thresholdPercent: NumberText;
  readonly bandType: 'absolute' | 'relative';
  readonly trigger: 'any_position' | 'portfolio';
  /** Basis points of the portfolio value; empty: none. */
  readonly costBudget: NumberText;
  readonly fxOverlay: boolean;
  /** Replaces threshold, band type and trigger. */
  readonly is525: boolean;
  readonly to: 'target' | 'band_edge';
}

export const NEW_BULK: BulkDraft = {
  thresholdPercent: 5,
  bandType: 'absolute',
  trigger: 'any_position',
  costBudget: '',
  fxOverlay: true,
  is525: false,
  to: 'target',
};

/** Only settings that differ from the defaults: Form A accepts only the threshold. `null`: by the filter. */
export function bulkBody(draft: BulkDraft, portfolioIds: readonly string[] | null): CreateBulkRebalance {
  const { costBudget, fxOverlay, is525, to } = draft;
  return {
    ...(portfolioIds === null ? { filter: 'outside_band' as const } : { portfolio_ids: [...portfolioIds] }),
    settings: {
      ...(is525 ? {} : bandOf(draft)),
      ...(costBudget === '' ? {} : { cost_budget: scaled(costBudget, 1) }),
      // The edge of a band is defined at current exchange rates, so the service turns the overlay off for it.
      ...(fxOverlay || to === 'band_edge' ? {} : { fx_overlay: false }),
    },
    band_5_25: is525,
    to,
  };
}

function bandOf({ thresholdPercent, bandType, trigger }: BulkDraft) {
  return {
    drift_threshold: scaled(thresholdPercent, 0.01),
    ...(bandType === NEW_BULK.bandType ? {} : { band_type: bandType }),
    ...(trigger === NEW_BULK.trigger ? {} : { rebalance_trigger: trigger }),
  };
}

/**
 * The selected portfolios in the address of the page; null if it is for all outside the band, and `lost` if the address
 * has lost them.
 */
export function selectedIn({ search, hash }: Pick<Location, 'search' | 'hash'>): readonly string[] | 'lost' | null {
  const count = new URLSearchParams(search).get('selected');
  const ids = hash.slice(1).split(',');
  if (count === null) return hash === '' ? null : 'lost';
  return ids.length === Number(count) && ids.every((id) => id !== '') ? ids : 'lost';
}

/** Pointer of a setting in the request, by which the service refuses it. */
export function settingPointer(name: keyof NonNullable<CreateBulkRebalance['settings']>): string {
  return ['', 'settings', name].join('/');
}
