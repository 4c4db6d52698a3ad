/** Decisions that no test proves, each with the reason; an entry that is proven after all fails the run. */
export const EXEMPT_DECISIONS: Readonly<Record<string, string>> = {};
