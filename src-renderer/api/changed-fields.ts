/**
 * The fields that a form changes, so that saving it, or undoing that, does not revert what somebody else has changed
 * since it was opened. Pure.
 */

/** The fields of `after` that differ from `before`, as a request to change only these. */
export function changedFields<Fields extends object>(before: Fields, after: Fields): Partial<Fields> {
  const differing: Partial<Fields> = {};
  for (const key in after) {
    if (JSON.stringify(after[key]) !== JSON.stringify(before[key])) differing[key] = after[key];
  }
  return differing;
}

/** `now` with the changes from `before` to `after`, as a request that replaces everything. */
export function mergeFields<Fields extends object>(now: Fields, before: Fields, after: Fields): Fields {
  const removed = Object.keys(before).filter((key) => !(key in after));
  const merged = Object.entries({ ...now, ...changedFields(before, after) });
  return Object.fromEntries(merged.filter(([key]) => !removed.includes(key))) as Fields;
}
