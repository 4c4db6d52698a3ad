/** The settings of a bulk rebalance as the form has them, and the request that they become. Pure. */
import type { CreateBulkRebalance } from '../../../api/rebalances-api.ts';
import { type NumberText, scaled } from '../../../components/forms/number-text.ts';

export interface BulkDraft {
  /** Percent. */
  readonly threshold: NumberText;
  readonly bandType: 'absolute' | 'relative';
  readonly trigger: 'any_position' | 'portfolio';
  /** Basis points of the portfolio value; empty: none. */
  readonly costBudget: NumberText;
  readonly fxOverlay: boolean;
}

export const NEW_BULK: BulkDraft = {
  ...{ threshold: 5, bandType: 'absolute', trigger: 'any_position', costBudget: '', fxOverlay: true },
};

/** What differs from the defaults of the service: Form A takes nothing but the threshold. `null`: by the filter. */
export function bulkBody(draft: BulkDraft, portfolioIds: readonly string[] | null): CreateBulkRebalance {
  const { threshold, bandType, trigger, costBudget, fxOverlay } = draft;
  return {
    ...(portfolioIds === null ? { filter: 'outside_band' as const } : { portfolio_ids: [...portfolioIds] }),
    settings: {
      drift_threshold: scaled(threshold, 0.01),
      ...(bandType === NEW_BULK.bandType ? {} : { band_type: bandType }),
      ...(trigger === NEW_BULK.trigger ? {} : { rebalance_trigger: trigger }),
      ...(costBudget === '' ? {} : { cost_budget: scaled(costBudget, 1) }),
      ...(fxOverlay ? {} : { fx_overlay: false }),
    },
  };
}

/** The portfolios that were selected on the page before; null where none were. */
export function selectedIn(state: unknown): readonly string[] | null {
  if (typeof state !== 'object' || state === null || !('portfolioIds' in state)) return null;
  const { portfolioIds } = state;
  const isList = Array.isArray(portfolioIds) && portfolioIds.every((id) => typeof id === 'string');
  return isList && portfolioIds.length > 0 ? portfolioIds : null;
}

/** Of a setting in the request, as the service names it where it refuses one. */
export function settingPointer(name: keyof NonNullable<CreateBulkRebalance['settings']>): string {
  return ['', 'settings', name].join('/');
}
