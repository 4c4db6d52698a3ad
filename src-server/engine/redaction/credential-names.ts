/**
 * Recognises the names of credentials: of headers, of parameters in a query or a form, and of members of JSON. Does not
 * check values.
 */

/** Standard headers for credentials, in addition to those with a name of a credential. */
const SECRET_HEADERS = new Set(['cookie', 'set-cookie', 'x-ballast-page']);
/** Headers with a scheme before the credential. */
const CREDENTIALS = new Set(['authorization', 'proxy-authorization']);
/**
 * Endings of names of credentials, in lower case without separators; or short names as a whole, which in a query within
 * a query begin with the digits of an escaped `?` or `&`.
 */
const CREDENTIAL =
  /(?:token|secret|password|passwd|passwort|passphrase|pwd|apikey|authkey|accesskey|privatekey|secretkey|signingkey|subscriptionkey|functionskey|credentials?|authorization|jwt|sessionid|cookie|(?:amz|goog)signature)s?$|^(?:3f|26)?(?:auth|session|sig)$/;
/** Names with such an ending that are not credentials: of pages, and of facts about a token. */
const HARMLESS =
  /(?:page|continuation|cursor|sync|cancellation|max|num|count|total|input|output|prompt|completion)\w*tokens?$/;
const LONGEST_NAME = 100;
const MAX_KNOWN = 2000;
const known = new Map<string, boolean>();

/**
 * Whether a parameter or member is a credential: `api_key`, `accessToken`, `client-secret`; not `idempotency_key`,
 * `page_token`.
 */
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

/** A name in a URL may be percent-encoded. */
function decoded(name: string): string {
  if (!name.includes('%')) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** `name` in lower case: whether its value follows a scheme, such as `Bearer`. */
export function isSchemedHeader(name: string): boolean {
  return CREDENTIALS.has(name);
}

/** Ignores case. */
export function isSecretHeader(name: string): boolean {
  const low = name.toLowerCase();
  return CREDENTIALS.has(low) || SECRET_HEADERS.has(low) || isCredentialName(low);
}
