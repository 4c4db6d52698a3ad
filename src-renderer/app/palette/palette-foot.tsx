/** The line below the palette's rows: what to press, how many there are, and what could not be read. */

import { formatCount } from '../../components/format/format-number.ts';
import { KeyCaps } from '../commands/key-caps.tsx';

interface PaletteFootProps {
  readonly typed: string;
  readonly shown: number;
  readonly found: number;
  /** A sentence, or null. */
  readonly missing: string | null;
}

export function PaletteFoot({ typed, shown, found, missing }: PaletteFootProps) {
  return (
    <>
      {found === 0 && (
        <div className="palette-nothing">
          <strong>Nothing is found by “{typed.trim()}”.</strong>
          <div className="muted">
            Portfolios are found by name and id, instruments by name, symbol and ISIN; an id of a request (rq_),
            rebalance (rb_), order (or_), fill (fl_), event (ev_) or delivery (dl_) opens its trace.
          </div>
        </div>
      )}
      {missing !== null && (
        <div className="palette-missing warn" role="status">
          {missing}
        </div>
      )}
      <div className="palette-foot">
        <span>
          <KeyCaps keys="up down" /> choose
        </span>
        <span>
          <KeyCaps keys="enter" /> open
        </span>
        <span>
          <KeyCaps keys="esc" /> close
        </span>
        <span className="palette-count" role="status">
          {formatFound(typed, shown, found)}
        </span>
      </div>
    </>
  );
}

function formatFound(typed: string, shown: number, found: number): string {
  if (typed.trim() === '') return 'type to find portfolios, rebalances, instruments, ids';
  if (found > shown) return `the best ${shown} of ${formatCount(found)}`;
  return found === 0 ? 'nothing found' : `${found} found`;
}
