/** How the lines of a chart look, by their place in it: each has a colour and a dash, so that neither has to tell them apart alone. */

export const LINE_COLOURS = ['var(--brand)', 'var(--sell)', 'var(--ok)', 'var(--fail)', 'var(--buy)', 'var(--warn)'];
export const LINE_DASHES = ['0', '6 3', '2 3', '8 3 2 3', '1 2', '10 4'];
