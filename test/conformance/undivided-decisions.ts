/** Decisions that more than ten tests prove, and whose entries are still to be divided into parts. The list only shrinks. */
export const UNDIVIDED_DECISIONS: readonly string[] = [
];
