/** Instants of references: `+2d`, `-90m:date` and `:s` after the name of an instant (decision I22). Pure. */
import { durationIssue, formatInstant, parseDuration, parseInstant } from '../../domain/numbers/instant.ts';

const TAIL = /^(?:\s*([+-])\s*([\w.]+))?(?::(\w+))?$/;

/** Formats of an instant; the default is ISO 8601 with milliseconds. */
const STYLES: Readonly<Record<string, (instantMs: number) => string | number>> = {
  date: (instantMs) => formatInstant(instantMs).slice(0, 10),
  s: (instantMs) => Math.floor(instantMs / 1000),
  ms: (instantMs) => instantMs,
};

/** The issue of a tail after a name, whatever the value of the name; `null` if it is valid. */
export function tailFault(tail: string): string | null {
  if (tail === '' || tail.startsWith('/')) return null;
  const [, , span, style] = TAIL.exec(tail) ?? [];
  if (span !== undefined && parseDuration(span) === null) return `${span} ${durationIssue(span)}`;
  if (style !== undefined && !Object.hasOwn(STYLES, style))
    return `an instant is written as ${Object.keys(STYLES).join(', ')}, not as ${style}`;
  return null;
}

/**
 * The value shifted and formatted as the tail specifies; `null` if the value is not an instant, or leaves the years 1
 * to 9999.
 */
export function shiftedInstant(value: unknown, tail: string): string | number | null {
  const instantMs = typeof value === 'string' ? parseInstant(value) : null;
  const [, sign, span = '0ms', style] = TAIL.exec(tail) ?? [];
  const spanMs = parseDuration(span);
  if (instantMs === null || spanMs === null) return null;
  const movedMs = instantMs + (sign === '-' ? -spanMs : spanMs);
  if (movedMs < FIRST_MS || movedMs > LAST_MS) return null;
  return style === undefined ? formatInstant(movedMs) : (STYLES[style]?.(movedMs) ?? null);
}

/** 0001-01-01 and 9999-12-31, UTC: four digits write every year between. */
const FIRST_MS = -62_135_596_800_000;
const LAST_MS = 253_402_214_400_000;
