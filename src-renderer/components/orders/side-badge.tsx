/** Buy or sell, in its colour and in words. */
import { Badge } from '@mantine/core';

export function SideBadge({ side }: { readonly side: 'buy' | 'sell' }) {
  return (
    <Badge color={side}>
      <span aria-hidden>{side === 'buy' ? '↑' : '↓'}</span>
      {side}
    </Badge>
  );
}
