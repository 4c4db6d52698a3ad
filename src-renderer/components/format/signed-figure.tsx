/** A gain, a loss or a difference in colour as well as by its sign. What rounds to nothing has neither. */
import { Toned } from '../layout/toned.tsx';

interface SignedFigureProps {
  readonly value: number;
  /** Writes it with its sign. */
  readonly format: (value: number) => string;
  /** Of a cost or a drift, less is better. */
  readonly isLessBetter?: boolean;
}

export function SignedFigure({ value, format, isLessBetter = false }: SignedFigureProps) {
  const text = format(value);
  if (!/[1-9]/.test(text)) return text;
  return <Toned tone={value > 0 === isLessBetter ? 'fail' : 'ok'}>{text}</Toned>;
}
