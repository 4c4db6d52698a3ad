/** How long a record is still retained, with a lamp: full, half when it ends soon, hollow when it has ended; in words too. */
import { formatInstant } from '../../components/format/format-time.ts';
import { retentionLeft } from './retention-left.ts';

interface RetentionStatusProps {
  /** ISO 8601. */
  readonly until: string;
  /** Virtual time in milliseconds since 1970; null before it is known. */
  readonly nowMs: number | null;
}

export function RetentionStatus({ until, nowMs }: RetentionStatusProps) {
  if (nowMs === null) return <span className="muted">–</span>;
  const { words, state, mark, tone } = retentionLeft(until, nowMs);
  return (
    <span className="retention" title={`${state}, until ${formatInstant(until)} UTC`}>
      {words}
      <span className={tone === 'plain' ? 'muted' : tone} aria-hidden>
        {mark}
      </span>
      <span className="sr-only">{state}</span>
    </span>
  );
}
