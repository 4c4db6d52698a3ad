/** The variables of a file, by name: values that are known before the run. */
import { fillKnown } from './fill-references.ts';
import { CannotFillIn, type FillRoom } from './fill-room.ts';
import type { StepSource } from './scenario-sources.ts';

/**
 * Each variable may use those before it. One that cannot be filled in stays as it is written, and is reported; `at`:
 * where they stand.
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

/** What all files of a scenario have together. */
export interface Filling {
  readonly room: FillRoom;
  readonly report: (pointer: string, issue: string) => void;
}

/** The value with what is known of its references; as it is, and reported, where they cannot be filled in: the first
 * place where there is no more room for them. */
export function filled(
  value: unknown,
  variables: StepSource['variables'],
  { room, report }: Filling,
  pointer: string,
): unknown {
  if (room.left() < 0) return value;
  try {
    return fillKnown(value, variables, room);
  } catch (error) {
    if (!(error instanceof CannotFillIn)) throw error;
    report(pointer, error.message);
    return value;
  }
}
