/** The variables of a file, by name: values that are known before the run. */
import { fillKnown, withLiterals } from '../references/fill-references.ts';
import { CannotFillIn, type FillRoom } from '../references/fill-room.ts';
import type { StepSource } from './scenario-sources.ts';

/**
 * Each variable may use earlier ones. One that cannot be filled in stays unchanged, and is reported; `at`: their
 * pointer.
 */
export function variablesOf(value: object, filling: Filling, at = '/variables'): Map<string, unknown> {
  const variables = new Map<string, unknown>();
  const written = 'variables' in value ? value.variables : undefined;
  if (typeof written !== 'object' || written === null || Array.isArray(written)) return variables;
  for (const [name, member] of Object.entries(written)) {
    variables.set(name, filled(member, variables, filling, `${at}/${name}`));
  }
  return variables;
}

/** Shared by all files of a scenario. */
export interface Filling {
  readonly room: FillRoom;
  readonly report: (pointer: string, issue: string) => void;
}

/** Texts that are expressions as a whole: in steps, and in properties of every event. */
export const CONDITIONS: ReadonlySet<string> = new Set(['assert', 'if']);
/** Nested steps are filled in one by one. */
const NESTED: ReadonlySet<string> = new Set(['parallel', 'steps', 'fork']);

/**
 * Like `filled`, for a value that may have conditions: known values are inserted into these as literals of expressions.
 */
export function filledWithConditions(
  value: unknown,
  variables: StepSource['variables'],
  filling: Filling,
  pointer: string,
): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return filled(value, variables, filling, pointer);
  const members = Object.entries(value).map(([key, member]: [string, unknown]) => {
    const at = `${pointer}/${key}`;
    if (NESTED.has(key)) return [key, member];
    if (key === 'repeat') return [key, filledWithConditions(member, variables, filling, at)];
    if (!CONDITIONS.has(key) || typeof member !== 'string') return [key, filled(member, variables, filling, at)];
    return [key, orReported(member, at, filling, () => withLiterals(member, variables))];
  });
  return Object.fromEntries(members);
}

/**
 * The value with its known references filled in; unchanged, and reported, if they cannot be filled in; a lack of room
 * is reported at its first place.
 */
export function filled(value: unknown, variables: StepSource['variables'], filling: Filling, pointer: string): unknown {
  if (filling.room.left() < 0) return value;
  return orReported(value, pointer, filling, () => fillKnown(value, variables, filling.room));
}

function orReported(value: unknown, pointer: string, { report }: Filling, fill: () => unknown): unknown {
  try {
    return fill();
  } catch (error) {
    if (!(error instanceof CannotFillIn)) throw error;
    report(pointer, error.message);
    return value;
  }
}
