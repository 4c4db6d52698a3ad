/** How a person writes a virtual instant, `2026-03-02 10:30`, and how the service does; what is neither goes as it is. */

const PLAIN = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)$/;

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
