/** The values that the steps of a run save by name: together no more than a run can hold. */
import { createFillRoom, MOST_FILLED } from '../references/fill-room.ts';

/** Puts a value into `variables`, in place of the one before it. Throws `CannotFillIn` where all would be too much. */
export function savedInto(variables: Map<string, unknown>): (name: string, value: unknown) => void {
  const chars = new Map<string, number>();
  let total = 0;
  return (name, value) => {
    const others = total - (chars.get(name) ?? 0);
    const room = createFillRoom(MOST_FILLED, others);
    room.take(value, 0);
    total = MOST_FILLED - room.left();
    chars.set(name, total - others);
    variables.set(name, value);
  };
}
