/** What the field of a snapshot's name allows (decision L48), and what becomes of what it does not. Pure. */

export const SNAPSHOT_NAME = {
  description: '1 to 64 letters, digits, dots, hyphens and underscores. A space becomes a hyphen.',
  typed: (text: string) => text.replace(/\s/g, '-'),
} as const;
