/** Buy or sell, in its colour and in words. */
import { ToneBadge } from './status-badge.tsx';

export function SideBadge({ side }: { readonly side: 'buy' | 'sell' }) {
  return <ToneBadge color={side}>{side}</ToneBadge>;
}
