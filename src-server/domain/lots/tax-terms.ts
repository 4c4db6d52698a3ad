/**
 * Determines the rules of lots and gains for a portfolio: by wrapper, jurisdiction and a rebalance's own `tax_method`
 * (specification 2.1 and 4.1, decisions F2 and M). Tables and pure functions; the defaults themselves are market data.
 */

import type { LotMethod, SaleMethod } from './lot.ts';

/** The content of `tax-methods.json`. */
interface MethodTable {
  readonly defaults: ReadonlyMap<string, LotMethod>;
  readonly fallback: LotMethod;
  /** By jurisdiction: the method whose sales are matched by a rule of its law. */
  readonly matching: ReadonlyMap<string, { readonly method: LotMethod; readonly saleMethod: SaleMethod }>;
  /** Jurisdictions in which the seller of fungible shares cannot choose among them. */
  readonly noSpecificId: readonly string[];
}

interface MethodBreach {
  readonly code: 'no_specific_id';
  readonly message: string;
}

export interface LotMethodChoice {
  /** Name in the API. */
  readonly method: LotMethod;
  /** The method with which sales are recorded. */
  readonly saleMethod: SaleMethod;
  /** The caller decides whether it warns or refuses (decision M); the requested method is not changed. */
  readonly breach: MethodBreach | null;
}

/** False for wrappers in which gains are not taxed (ISA, SIPP, PEA); what is not a wrapper is taxed. */
export function isGainsTaxed(wrapper: string): boolean {
  return WRAPPERS[wrapper]?.isGainsTaxed ?? true;
}

/**
 * Returns the jurisdiction of a wrapper; `null` for an unknown wrapper. Portfolios of Form B have only a wrapper, so
 * this gives their jurisdiction; those of Form A state theirs, which takes precedence.
 */
export function jurisdictionOfWrapper(wrapper: string): string | null {
  return WRAPPERS[wrapper]?.jurisdiction ?? null;
}

/**
 * Returns the method of a sale: the rebalance's own if it names one, else the jurisdiction's default, else the
 * fallback.
 */
export function lotMethodFor(
  jurisdiction: string | null,
  override: LotMethod | null,
  table: MethodTable,
): LotMethodChoice {
  const usual = (jurisdiction === null ? undefined : table.defaults.get(jurisdiction)) ?? table.fallback;
  const method = override ?? usual;
  const rule = jurisdiction === null ? undefined : table.matching.get(jurisdiction);
  const saleMethod = rule?.method === method ? rule.saleMethod : method;
  return { method, saleMethod, breach: breachOf(jurisdiction, method, table) };
}

function breachOf(jurisdiction: string | null, method: LotMethod, table: MethodTable): MethodBreach | null {
  if (method !== 'specific_id' || jurisdiction === null || !table.noSpecificId.includes(jurisdiction)) return null;
  return { code: 'no_specific_id', message: `${jurisdiction} does not allow specific_id for fungible holdings.` };
}

const WRAPPERS: Readonly<Record<string, { readonly jurisdiction: string; readonly isGainsTaxed: boolean }>> = {
  GIA: { jurisdiction: 'GB', isGainsTaxed: true },
  ISA: { jurisdiction: 'GB', isGainsTaxed: false },
  SIPP: { jurisdiction: 'GB', isGainsTaxed: false },
  PEA: { jurisdiction: 'FR', isGainsTaxed: false },
  Depot: { jurisdiction: 'DE', isGainsTaxed: true },
};
