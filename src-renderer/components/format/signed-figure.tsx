/** A gain, a loss or a difference in colour as well as by its sign. What rounds to nothing has neither. */
import { Text } from '@mantine/core';

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
  return (
    <Text span inherit c={value > 0 === isLessBetter ? 'fail' : 'ok'}>
      {text}
    </Text>
  );
}
