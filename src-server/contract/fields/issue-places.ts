/** Converts the issues of a schema to places and sentences: the same for request bodies and for files. */
import type { z } from 'zod';
import { UNKNOWN_FIELD, unknownFieldIssue } from './plain-issues.ts';

/** Maximum number of unknown fields with a nearest name: a body may have thousands. */
const MAX_HINTS = 20;

export interface IssuePlace {
  readonly path: readonly PropertyKey[];
  readonly issue: string;
}

/** The default message of zod for a union. */
const NO_MEMBER = 'Invalid input';

/**
 * Returns one place for every issue: a separate one for each unknown field, and for a union those of its best matching
 * member, the one that got furthest into the data.
 */
export function issuePlaces(issue: z.core.$ZodIssue, base: readonly PropertyKey[] = []): IssuePlace[] {
  const path = [...base, ...issue.path];
  // A missing value is reported as missing, whatever its type should be.
  if (isAbsent(issue)) return [{ path, issue: 'is missing' }];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key, index) => ({
      path: [...path, key],
      issue: index < MAX_HINTS ? unknownFieldIssue(key, issue.keys) : UNKNOWN_FIELD,
    }));
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const members = issue.errors.map((issues) => issues.flatMap((inner) => issuePlaces(inner, path)));
    const closest = members.reduce((best, member) => (isCloser(member, best) ? member : best));
    // A union with its own message uses it for a value that resembles none of its members.
    const isWhole = closest.every((place) => place.path.length === path.length);
    return isWhole && issue.message !== NO_MEMBER ? [{ path, issue: lowered(issue.message) }] : closest;
  }
  // The issue of a member's name has that member as its place.
  if (issue.code === 'invalid_key') return issue.issues.map(({ message }) => ({ path, issue: lowered(message) }));
  return [{ path, issue: lowered(issue.message) }];
}

/**
 * An own message of a schema (`custom`) is used unchanged. If a member distinguishes shapes, the input is the whole
 * object.
 */
function isAbsent(issue: z.core.$ZodIssue): boolean {
  const { code, input } = issue;
  if (
    code === 'invalid_union' &&
    typeof input === 'object' &&
    input !== null &&
    typeof issue.path.at(-1) === 'string'
  ) {
    return 'discriminator' in issue && !Object.hasOwn(input, String(issue.discriminator));
  }
  return input === undefined && (code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union');
}

function lowered(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}

/** Returns a path as JSON pointer (RFC 6901). */
export function pointerTo(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function isCloser(left: readonly IssuePlace[], right: readonly IssuePlace[]): boolean {
  const depth = (places: readonly IssuePlace[]) => Math.max(0, ...places.map(({ path }) => path.length));
  return depth(left) > depth(right) || (depth(left) === depth(right) && left.length < right.length);
}
