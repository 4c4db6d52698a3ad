/** How long a fault holds and how much it hits, as forms and ended faults have it. */
export interface FaultExtent {
  readonly when: { readonly from?: string; readonly until?: string; readonly for?: string };
  /** Only kinds that hit one thing after the other have these; HTTP faults may spare the first so many. */
  readonly hits: { readonly share?: number; readonly count?: number };
}

export interface HttpFaultExtent extends Pick<FaultExtent, 'when'> {
  readonly hits: FaultExtent['hits'] & { readonly skip?: number };
}
