/** Finds values by JSON pointer (RFC 6901) and fills `${name}` into texts; both say clearly what is missing. */

/** The value at `pointer`, or `undefined` where the path leads nowhere. */
export function valueAt(document: unknown, pointer: string): unknown {
  let value: unknown = document;
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}

/** `value` with every `${name}` in its texts replaced. Throws `MissingVariable` for a name nobody saved. */
export function fillIn<T>(value: T, variables: ReadonlyMap<string, unknown>): T {
  return fill(value, variables) as T;
}

export class MissingVariable extends Error {
  constructor(name: string) {
    super(`\${${name}} was never saved`);
  }
}

const WHOLE = /^\$\{([a-zA-Z_][\w-]*)\}$/;
const PART = /\$\{([a-zA-Z_][\w-]*)\}/g;

/** A text that is nothing but `${name}` becomes the saved value itself, number or object; elsewhere its text. */
function fill(value: unknown, variables: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === 'string') {
    const whole = WHOLE.exec(value)?.[1];
    if (whole !== undefined) return lookUp(whole, variables);
    return value.replace(PART, (_match, name: string) => String(lookUp(name, variables)));
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, variables));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fill(member, variables)]));
}

function lookUp(name: string, variables: ReadonlyMap<string, unknown>): unknown {
  if (!variables.has(name)) throw new MissingVariable(name);
  return variables.get(name);
}
