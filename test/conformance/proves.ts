/**
 * How a test says what it proves: `test(title, proves('2.1 name', 'F1'), …)`. A statement of the specification is named
 * by its key, a decision by its label. The compiler refuses a statement that is not in the inventory, the reporter a
 * decision that is not in `docs/interface-decisions`, or whose entry has parts: the test names the part.
 */
import type { TestOptions } from 'vitest';
import { OPERATION_STATEMENTS } from './statements-operations.ts';
import { RESOURCE_STATEMENTS } from './statements-resources.ts';

/** Every statement, in the order of the specification. */
export const STATEMENTS = { ...RESOURCE_STATEMENTS, ...OPERATION_STATEMENTS } as const;

type Section =
  | 'A'
  | 'B'
  | 'C'
  | 'D'
  | 'E'
  | 'F'
  | 'G'
  | 'H'
  | 'I'
  | 'J'
  | 'K'
  | 'L'
  | 'M'
  | 'N'
  | 'O'
  | 'P'
  | 'Q'
  | 'R';
export type Claim = keyof typeof STATEMENTS | `${Section}${number}` | `${Section}${number}.${number}`;

declare module 'vitest' {
  interface TaskMeta {
    proves?: readonly Claim[];
  }
}

export function proves(...claims: Claim[]): TestOptions {
  return { meta: { proves: claims } };
}
