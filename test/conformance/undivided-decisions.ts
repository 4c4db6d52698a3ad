/** Decisions that more than ten tests prove, and whose entries are still to be divided into parts. The list only shrinks. */
export const UNDIVIDED_DECISIONS: readonly string[] = [
  'L32',
  'L33',
  'L36',
  'L40',
  'L45',
  'L47',
  'L49',
  'L86',
  'L88',
  'L89',
  'L93',
  'L135',
];
