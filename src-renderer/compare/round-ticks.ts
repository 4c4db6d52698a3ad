/** Round numbers along an axis that begins at nothing, the last one beyond all that is drawn. Pure. */

const WANTED_TICKS = 6;

/** `0, 0.5, 1, … 3` for 2.6; steps are 1, 2 or 5 times a power of ten. */
export function roundTicks(most: number): number[] {
  const step = roundStep((most > 0 ? most : 1) / WANTED_TICKS);
  const count = Math.ceil(most / step + 0.2);
  return Array.from({ length: Math.max(1, count) + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5].find((each) => each * power >= least * (1 - 1e-9)) ?? 10;
  return factor * power;
}
