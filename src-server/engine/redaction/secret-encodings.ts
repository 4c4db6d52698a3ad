/**
 * How a secret may be spelt in a text: as it is, percent-encoded, in JSON, in base64 wherever it begins among three bytes
 * (with a user's name before it, as in Basic), in base64 for addresses, and hexadecimal in small letters. Pure.
 */

/** Distinct; none of fewer characters than the shortest that is sought. */
export function encodingsOf(secret: string, shortest: number): string[] {
  if (secret.length < shortest) return [];
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const inAddress = secret.isWellFormed() ? encodeURIComponent(secret) : secret;
  const spelt = [secret, inAddress, JSON.stringify(secret).slice(1, -1), hex];
  for (const before of [0, 1, 2]) {
    const core = base64Core(bytes, before);
    spelt.push(core, core.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return [...new Set(spelt)].filter(({ length }) => length >= shortest);
}

const BITS_OF_BYTE = 8;
const BITS_OF_DIGIT = 6;

/** The digits that the secret alone decides where so many bytes stand before it. */
function base64Core(bytes: Buffer, before: number): string {
  const digits = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
  const first = Math.ceil((before * BITS_OF_BYTE) / BITS_OF_DIGIT);
  return digits.slice(first, Math.floor(((before + bytes.length) * BITS_OF_BYTE) / BITS_OF_DIGIT));
}
