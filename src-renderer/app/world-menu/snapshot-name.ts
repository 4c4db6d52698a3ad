/** The allowed characters of a snapshot's name (decision L48), and how others are replaced. Pure. */

export const SNAPSHOT_NAME = {
  description: '1 to 64 letters, digits, dots, hyphens and underscores. A space becomes a hyphen.',
  typed: (text: string) => text.replace(/\s/g, '-'),
} as const;
