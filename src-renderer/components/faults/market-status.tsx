/** The state of a fault or an event of the market as a badge, with its word. */
const TONES: Readonly<Record<string, { tone: string; mark: string }>> = {
  active: { tone: 'warn', mark: '!' },
  scheduled: { tone: 'live', mark: '◷' },
  over: { tone: 'plain', mark: '✓' },
  cancelled: { tone: 'plain', mark: '○' },
};

export function MarketStatus({ status }: { readonly status: string }) {
  const { tone, mark } = TONES[status] ?? { tone: 'plain', mark: '○' };
  return (
    <span className="badge" data-tone={tone}>
      <span aria-hidden>{mark}</span>
      {status}
    </span>
  );
}
