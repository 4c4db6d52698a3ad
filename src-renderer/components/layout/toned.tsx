/** Text within a line in the colour of its tone. A plain span: tables have hundreds of them. */
import type { ComponentProps } from 'react';
import type { Tone } from '../../theme/theme.ts';

interface TonedProps extends ComponentProps<'span'> {
  readonly tone: Tone | 'dimmed' | 'inherit';
}

export function Toned({ tone, style, ...props }: TonedProps) {
  return <span style={{ color: colourOf(tone), ...style }} {...props} />;
}

function colourOf(tone: TonedProps['tone']): string {
  if (tone === 'inherit') return 'inherit';
  return `var(--mantine-color-${tone === 'dimmed' ? tone : `${tone}-text`})`;
}
