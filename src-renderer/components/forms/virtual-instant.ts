/** How a person writes a virtual instant, `2026-03-02 10:30`, and how the service does; what is neither goes as it is. */

const PLAIN = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)$/;
const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?:Z|[+-]\d{2}:\d{2})$/;

/** `2026-03-02 10:30` becomes `2026-03-02T10:30:00Z`: times without a zone are UTC, as everywhere on screen. */
export function toInstant(text: string): string {
  const trimmed = text.replaceAll(/[\s\u00a0\u202f]+/g, ' ').trim();
  const plain = PLAIN.exec(trimmed);
  if (plain === null) return trimmed;
  const [, day = '', time = ''] = plain;
  return `${day}T${time.length === 5 ? `${time}:00` : time}Z`;
}

/** `2026-03-02 10:30:00` of milliseconds since 1970, as the fields of forms hold it. */
export function instantText(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ');
}

/** Why a text is no instant, as a sentence; null where it is one, or empty. */
export function instantFault(text: string): string | null {
  const instant = toInstant(text);
  if (instant === '') return null;
  const [, day = '', time = ''] = INSTANT.exec(instant) ?? [];
  if (day === '') return 'Write a date and a time like 2026-03-02 09:30.';
  // A day beyond the end of its month would be read as one of the next month.
  const dayMs = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(dayMs) || new Date(dayMs).toISOString().slice(0, 10) !== day) return `There is no day ${day}.`;
  return Number.isNaN(Date.parse(instant)) ? `There is no time of day ${time}.` : null;
}
