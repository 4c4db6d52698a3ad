/** The duration of a fault and the share of requests or orders that it hits, for forms and ended faults. */
export interface FaultExtent {
  readonly when: { readonly from?: string; readonly until?: string; readonly for?: string };
  /** Only kinds that hit one item after the other have these; HTTP faults may skip the first few. */
  readonly hits: { readonly share?: number; readonly count?: number };
}

export interface HttpFaultExtent extends Pick<FaultExtent, 'when'> {
  readonly hits: FaultExtent['hits'] & { readonly skip?: number };
}
