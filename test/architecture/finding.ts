/** A finding of a check of the architecture, and its text. */

export type CheckName =
  | 'names'
  | 'prose'
  | 'circles'
  | 'imports'
  | 'folders'
  | 'functions'
  | 'screens'
  | 'addresses'
  | 'file-names';

export interface Finding {
  readonly check: CheckName;
  /** A file, or the folder that has too many of them. */
  readonly path: string;
  /** From 1; null where the name of the path itself is meant. */
  readonly line: number | null;
  /** The problem, and what to do about it. */
  readonly message: string;
}

/** `src-server/engine/order-desk.ts:12 names: …` */
export function formatFinding({ check, path, line, message }: Finding): string {
  return `${path}${line === null ? '' : `:${line}`} ${check}: ${message}`;
}
