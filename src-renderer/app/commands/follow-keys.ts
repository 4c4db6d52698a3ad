/** Which sequence of keys is complete with this one, or has begun. Pure; knows nothing of commands. */

export interface FollowedKeys {
  /** The sequence that is complete, null for none. */
  readonly done: string | null;
  /** What has been pressed of a longer one, null for nothing. */
  readonly begun: string | null;
}

/** `begun` is what was pressed before. A key that does not go on with it may still begin, or be, another sequence. */
export function followKeys(sequences: readonly string[], begun: string | null, key: string): FollowedKeys {
  const pressed = begun === null ? key : `${begun} ${key}`;
  if (sequences.includes(pressed)) return { done: pressed, begun: null };
  if (sequences.some((sequence) => sequence.startsWith(`${pressed} `))) return { done: null, begun: pressed };
  return begun === null ? { done: null, begun: null } : followKeys(sequences, null, key);
}
