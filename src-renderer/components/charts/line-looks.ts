/** How the lines of a chart look, by their place in it: each has a colour and a dash, so that neither has to tell them apart alone. */

/** Of their own, so that no line seems to be bought, sold, good or bad. */
export const LINE_COLOURS = [
  'var(--brand)',
  'var(--line-2)',
  'var(--line-3)',
  'var(--ink-2)',
  'var(--line-5)',
  'var(--line-6)',
];
export const LINE_DASHES = ['0', '6 3', '2 3', '8 3 2 3', '1 2', '10 4'];
