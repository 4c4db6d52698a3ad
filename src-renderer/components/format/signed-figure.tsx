/** A gain, a loss or a difference, shown by colour as well as by its sign. A value that rounds to zero has neither. */
import { Toned } from '../layout/toned.tsx';

interface SignedFigureProps {
  readonly value: number;
  /** Formats it with its sign. */
  readonly format: (value: number) => string;
  /** For a cost or a drift, less is better. */
  readonly isLessBetter?: boolean;
}

export function SignedFigure({ value, format, isLessBetter = false }: SignedFigureProps) {
  const text = format(value);
  if (!/[1-9]/.test(text)) return text;
  return <Toned tone={value > 0 === isLessBetter ? 'fail' : 'ok'}>{text}</Toned>;
}
