/** The state of a fault or an event of the market as a badge, with its word. */
import { Badge } from '@mantine/core';

const TONES: Readonly<Record<string, { tone: string; mark: string }>> = {
  active: { tone: 'warn', mark: '!' },
  scheduled: { tone: 'live', mark: '◷' },
  over: { tone: 'plain', mark: '✓' },
  cancelled: { tone: 'plain', mark: '○' },
};

export function MarketStatus({ status }: { readonly status: string }) {
  const { tone, mark } = TONES[status] ?? { tone: 'plain', mark: '○' };
  return (
    <Badge color={tone}>
      <span aria-hidden>{mark}</span>
      {status}
    </Badge>
  );
}
