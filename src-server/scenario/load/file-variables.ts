/** The variables of a file, by name: values that are known before the run. */
import { fillKnown } from './fill-references.ts';

/** Each variable may use those before it. */
export function variablesOf(value: object): Map<string, unknown> {
  const variables = new Map<string, unknown>();
  const written = 'variables' in value ? value.variables : undefined;
  if (typeof written !== 'object' || written === null || Array.isArray(written)) return variables;
  for (const [name, member] of Object.entries(written)) variables.set(name, fillKnown(member, variables));
  return variables;
}
