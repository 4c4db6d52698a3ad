/**
 * Redacts the values of names of credentials in a text: in a query or a form (`?api_key=…`), in JSON and in JSON inside
 * of JSON, in a line like that of a header; and values that are recognisable as tokens. Everything takes linear time.
 */
import { isCredentialName } from './credential-names.ts';

/** Few texts contain any of these, so the others take one pass. */
const WORTH_A_LOOK =
  /token|secret|passw|passphrase|pwd|(?:api|auth|access|private|secret|signing|subscription|functions)(?:[-_ ]|%2d|%5f)?key|credential|authorization|jwt|session_?id|cookie|bearer|eyj|[?&]key=|(?:^|[?&\s"]|%26|%3f)(?:auth|session|sig)(?:["=\\]|%3d)|(?:amz|goog)-signature|%[4-7][0-9a-f]/i;

export function mayNameSecrets(text: string): boolean {
  return WORTH_A_LOOK.test(text);
}

/** `name=value` of queries, forms and logs. */
const PAIR = /(?<![\w%.[\]-])([\w%.[\]-]{2,100})=([^&\s"'<>;,\\#]+)/g;
/** Elsewhere `?key=` alone is too ambiguous. */
const KEY_IN_QUERY = /([?&]key=)[^&\s"'<>;,\\#]+/gi;
/** A member of JSON with a text, a number or a list of those; the name has no escapes. */
const MEMBER = /"([^"\\\n]{2,100})"(\s*:\s*)("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|\[(?:[^"[\]{}]|"(?:[^"\\]|\\.)*")*\])/g;
/** The same inside of a JSON text, in which quotes and escapes are escaped again. */
const MEMBER_IN_TEXT = /\\"([^"\\\n]{2,100})\\"(\s*:\s*)\\"((?:[^"\\]|\\[^"\\]|\\\\(?:[^"\\]|\\.))*)\\"/g;
/** The same in a query that is part of another one. */
const PAIR_IN_PAIR = /([\w.-]{2,100})%3d((?:(?!%26|%23)[^&\s"'<>;,\\#])+)/gi;
/** `Authorization: Bearer …` and the like, one per line or in quotes. */
const HEADER =
  /(?<![\w-])([\w-]{0,60}(?:authorization|cookie|token|secret|password|key|jwt))(: ?)([^\r\n"'\\]{1,8192})/gi;
const BEARER = /\b(bearer\s+)[\w.~+/=-]{8,}/gi;
const JSON_WEB_TOKEN = /\beyJ[\w-]{8,}\.[\w-]{4,}\.[\w-]*/g;

/** `mark` replaces each. */
export function redactNamed(text: string, mark: string): string {
  if (!mayNameSecrets(text)) return text;
  let clean = text.replace(MEMBER, (all, name: string, colon: string, value: string) =>
    isCredentialName(name) && value !== '""' ? `"${name}"${colon}"${mark}"` : all,
  );
  clean = clean.replace(MEMBER_IN_TEXT, (all, name: string, colon: string, value: string) =>
    isCredentialName(name) && value !== '' ? `\\"${name}\\"${colon}\\"${mark}\\"` : all,
  );
  clean = clean.replace(PAIR, (all, name: string) => (isCredentialName(name) ? `${name}=${mark}` : all));
  clean = clean.replace(PAIR_IN_PAIR, (all, name: string) => (isCredentialName(name) ? `${name}%3D${mark}` : all));
  clean = clean.replace(KEY_IN_QUERY, `$1${mark}`);
  clean = clean.replace(HEADER, (all, name: string, colon: string, value: string) =>
    isCredentialName(name) && !value.startsWith(mark) ? `${name}${colon}${mark}` : all,
  );
  return clean.replace(BEARER, `$1${mark}`).replace(JSON_WEB_TOKEN, mark);
}
