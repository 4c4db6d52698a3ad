/**
 * The query of the address as it is now. The router draws a new address in a transition, so what it last drew can be one
 * choice behind: a choice made meanwhile has to go by this, or it would take the one before it back.
 */
export function currentSearchParams(): URLSearchParams {
  return new URLSearchParams(window.location.search);
}
