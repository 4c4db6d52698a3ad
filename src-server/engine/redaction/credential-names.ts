/**
 * Which names stand before a credential: of headers, of parameters in a query or a form, and of members of JSON. Refuses
 * to know any value.
 */

/** Headers that browsers and servers made for credentials, beside those whose name says so. */
const SECRET_HEADERS = new Set(['cookie', 'set-cookie', 'x-ballast-page']);
/** Headers in which a scheme stands before the credential. */
const CREDENTIALS = new Set(['authorization', 'proxy-authorization']);
/**
 * How a name ends that says what it holds, in small letters without what separates words; or short names as a whole, which in a
 * query within a query begin with the digits of an escaped `?` or `&`.
 */
const CREDENTIAL =
  /(?:token|secret|password|passwd|passwort|passphrase|pwd|apikey|authkey|accesskey|privatekey|secretkey|signingkey|subscriptionkey|functionskey|credentials?|authorization|jwt|sessionid|cookie|(?:amz|goog)signature)s?$|^(?:3f|26)?(?:auth|session|sig)$/;
/** Names with such an ending that hold none: of pages, and of what is said about a token. */
const HARMLESS =
  /(?:page|continuation|cursor|sync|cancellation|max|num|count|total|input|output|prompt|completion)\w*tokens?$/;
const LONGEST_NAME = 100;
const MAX_KNOWN = 2000;
const known = new Map<string, boolean>();

/** Of a parameter or a member: `api_key`, `accessToken`, `client-secret`; not `idempotency_key`, `page_token`. */
export function isCredentialName(name: string): boolean {
  const before = known.get(name);
  if (before !== undefined) return before;
  const is = matchesCredential(name);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(name, is);
  return is;
}

function matchesCredential(name: string): boolean {
  if (name.length > LONGEST_NAME) return false;
  const normalised = decoded(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return CREDENTIAL.test(normalised) && !HARMLESS.test(normalised);
}

/** In an address a name may be percent-encoded. */
function decoded(name: string): string {
  if (!name.includes('%')) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** `name` in small letters: whether what it holds follows a scheme, such as `Bearer`. */
export function isSchemedHeader(name: string): boolean {
  return CREDENTIALS.has(name);
}

/** In any case of letters. */
export function isSecretHeader(name: string): boolean {
  const low = name.toLowerCase();
  return CREDENTIALS.has(low) || SECRET_HEADERS.has(low) || isCredentialName(low);
}
