/**
 * Reads the values of flags: each parser answers `null` for a text that is not such a value, and `validateFlag` turns
 * that into one line for the user. Accepts no spaces, signs or exponents.
 */

import { isDriftCheck } from '../../contract/fields/fields.ts';
import { parseDuration } from '../../domain/numbers/instant.ts';

/** The flag's value, or its default when it was not given. A wrong value adds a line to `faults`. */
export function validateFlag<Value>(
  faults: string[],
  flag: string,
  text: string | undefined,
  parse: (text: string) => Value | null,
  wanted: string,
  otherwise: Value,
): Value {
  if (text === undefined) return otherwise;
  const value = parse(text);
  if (value === null) faults.push(`${flag}: '${text}' is not ${wanted}`);
  return value ?? otherwise;
}

/** 0 to 2^53 - 1, digits only. */
export function parseWholeNumber(text: string): number | null {
  const value = Number(text);
  return /^\d{1,16}$/.test(text) && Number.isSafeInteger(value) ? value : null;
}

/** A parser of whole numbers from 0 to `most`. */
export function wholeNumberTo(most: number): (text: string) => number | null {
  return (text) => {
    const value = parseWholeNumber(text);
    return value !== null && value <= most ? value : null;
  };
}

/** Requests in any 60 s; at least one. */
export function parseRateLimit(text: string): number | null {
  const limit = parseWholeNumber(text);
  return limit !== null && limit >= 1 ? limit : null;
}

/** Virtual milliseconds per real millisecond, within the bounds of the control plane. */
export function parseRate(text: string): number | null {
  const rate = Number(text);
  return /^\d{1,7}(\.\d{1,6})?$/.test(text) && rate >= 0.1 && rate <= 100_000 ? rate : null;
}

/** The interval of drift monitoring, in ms; bounds as in scenario files. */
export function parseDriftCheck(text: string): number | null {
  const intervalMs = parseDuration(text);
  return isDriftCheck(intervalMs) ? intervalMs : null;
}

/** A token that an `Authorization: Bearer` header can carry. */
export function parseToken(text: string): string | null {
  return /^[\x21-\x7e]{1,200}$/.test(text) ? text : null;
}

export function parseUrl(text: string): string | null {
  // A path of the built-in sink is validated with the other addresses, where the server knows its own port.
  if (text.startsWith('/')) return text;
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? text : null;
}

/** A name as browsers send it in `Host`: lower case, ASCII, an IPv6 address in brackets. */
function parseHostName(text: string): string | null {
  if (!/^(?:[^\s/:@?#\\[\]]+|\[[0-9A-Fa-f:.]+\])$/.test(text) || !URL.canParse(`http://${text}/`)) return null;
  return new URL(`http://${text}/`).hostname;
}

/** What browsers send in `Origin`, of a page of http or https; a slash at its end is forgiven. */
function parseOrigin(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  return isOrigin && !url.hostname.includes('*') ? url.origin : null;
}

export interface GateFlags {
  readonly allowHost?: readonly string[];
  readonly cors?: readonly string[];
}

/** By which names a server may be asked, and by whose pages, besides those of loopback and its own. */
export function gateOptions({ allowHost = [], cors = [] }: GateFlags, faults: string[]) {
  const name = 'a host name or an IP address, without a port';
  return {
    allowedHosts: allowHost.map((text) => validateFlag(faults, '--allow-host', text, parseHostName, name, '')),
    allowedOrigins: cors.map((text) =>
      validateFlag(faults, '--cors', text, parseOrigin, 'an origin like http://localhost:3000', ''),
    ),
  };
}

/** A parser that accepts exactly these values. */
export function oneOf<Word extends string>(...words: readonly Word[]): (text: string) => Word | null {
  return (text) => words.find((word) => word === text) ?? null;
}
