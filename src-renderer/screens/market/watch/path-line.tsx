/** The path of a price through its session, as small as a word, against the close before. The numbers beside it say the same. */

import type { QuoteRow } from '../../../api/prices-api.ts';
import classes from './watch.module.css';

const WIDTH_PX = 80;
const HEIGHT_PX = 22;
/** So that the line keeps its whole width at the edges. */
const AIR_PX = 1.5;

export function PathLine({ row: { path, previous_close: previous } }: { readonly row: QuoteRow }) {
  const low = Math.min(previous, ...path);
  const height = Math.max(previous, ...path) - low;
  const y = (price: number) =>
    height === 0 ? HEIGHT_PX / 2 : HEIGHT_PX - AIR_PX - ((price - low) / height) * (HEIGHT_PX - 2 * AIR_PX);
  const points = path.map((price, index) => `${(index / (path.length - 1)) * WIDTH_PX},${y(price).toFixed(1)}`);
  return (
    <svg className={classes.pathLine} width={WIDTH_PX} height={HEIGHT_PX} aria-hidden>
      <line x1={0} x2={WIDTH_PX} y1={y(previous)} y2={y(previous)} />
      <polyline points={points.join(' ')} />
    </svg>
  );
}
