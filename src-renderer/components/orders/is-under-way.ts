/** Whether a rebalance has orders that may still be filled: a second one of its portfolio would be refused with 409. */
export function isUnderWay(rebalance: { readonly status: string } | null): boolean {
  return rebalance?.status === 'executing' || rebalance?.status === 'partially_filled';
}
