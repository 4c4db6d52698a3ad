/** Decisions that no test proves, each with the reason; an exemption of a proven decision fails the run. */
export const EXEMPT_DECISIONS: Readonly<Record<string, string>> = {};
