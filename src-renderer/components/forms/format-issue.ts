/** Issues that the service tells in the language of types, told in that of a form; every other stays as it is. Pure. */

const NEEDED: readonly (readonly [RegExp, string])[] = [
  [/^too small: expected string to have >=1 characters$/i, 'must not be empty'],
  [/^invalid input: expected number, received (string|null|undefined)$/i, 'must be a number'],
  [/^too small: expected number to be >0$/i, 'must be above 0'],
  [/^too small: expected number to be >=(\S+)$/i, 'must be at least $1'],
  [/^too big: expected number to be <=(\S+)$/i, 'must be at most $1'],
  [/^too big: expected string to have <=(\d+) characters$/i, 'must have at most $1 characters'],
];

export function formatIssue(issue: string): string {
  const [told, words] = NEEDED.find(([pattern]) => pattern.test(issue)) ?? [];
  return told === undefined || words === undefined ? issue : issue.replace(told, words);
}
