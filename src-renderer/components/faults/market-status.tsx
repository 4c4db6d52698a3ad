/** The state of a fault or a market event as a badge, with its label. */
import { ToneBadge } from '../orders/status-badge.tsx';

const LOOKS: Readonly<Record<string, { color: 'warn' | 'live' | 'plain'; mark: string }>> = {
  active: { color: 'warn', mark: '!' },
  scheduled: { color: 'live', mark: '◷' },
  over: { color: 'plain', mark: '✓' },
};

export function MarketStatus({ status }: { readonly status: string }) {
  return <ToneBadge {...LOOKS[status]}>{status}</ToneBadge>;
}
