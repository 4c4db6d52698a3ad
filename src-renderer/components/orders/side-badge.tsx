/** Buy or sell, in its colour and in words. */
export function SideBadge({ side }: { readonly side: 'buy' | 'sell' }) {
  return (
    <span className="badge" data-tone={side}>
      <span aria-hidden>{side === 'buy' ? '↑' : '↓'}</span>
      {side}
    </span>
  );
}
