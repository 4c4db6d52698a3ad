/**
 * A path below a folder, as other machines and pages may name one: with slashes, no drive, no control character, no
 * line break of any kind, and no segment that is empty or only has dots and spaces. Code that writes there checks
 * containment, too.
 */

/** A character of a segment; U+2028 and U+2029 break lines like the control characters do. */
const CHARACTER = String.raw`[^/\\:\p{Cc}\u2028\u2029]`;
const PART = `(?![. ]*(?:/|$))${CHARACTER}+`;

export const PATH_BELOW = new RegExp(`^${PART}(?:/${PART})*$`, 'u');

/** No segment begins with a dot, because hidden files and folders belong to other programs. */
const SHOWN_PART = String.raw`(?!\.)${PART}`;

export const SCENARIO_PATH_BELOW = new RegExp(String.raw`^(?:${SHOWN_PART}/)*(?!\.)${CHARACTER}+\.ya?ml$`, 'u');
