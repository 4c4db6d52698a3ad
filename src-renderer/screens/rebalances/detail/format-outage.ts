/** A time in which an exchange could not be reached, as a sentence. */
import type { OutageMetWire } from '../../../../src-server/contract/service/execution.ts';
import { formatInstant, formatLength, formatTimeOfDay } from '../../../components/format/format-time.ts';

/** `XSWX was disconnected from 2026-03-02 09:31:00 to 10:01:12 UTC (30 m).` */
export function formatOutage({ exchange, from, until }: OutageMetWire): string {
  if (until === null) return `${exchange} has been disconnected since ${formatInstant(from)} UTC.`;
  const end = from.slice(0, 10) === until.slice(0, 10) ? formatTimeOfDay(until) : formatInstant(until);
  const lengthMs = Date.parse(until) - Date.parse(from);
  const length = lengthMs < 60_000 ? `${Math.round(lengthMs / 1_000)} s` : formatLength(lengthMs);
  return `${exchange} was disconnected from ${formatInstant(from)} to ${end} UTC (${length}).`;
}
