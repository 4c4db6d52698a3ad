/** Types of flags: how a text is parsed, the description of a valid text, and the schema in a configuration file. */
import { z } from 'zod';
import { parseDuration, parseInstant } from '../../domain/numbers/instant.ts';
import { instant as instantInFile, isDriftCheck } from '../fields/fields.ts';
import type { ValueType } from './flag-table.ts';

const SOME_TEXT = z.string().min(1).max(1000);

function valueType<Value>(
  shown: string,
  wanted: string,
  parse: (text: string) => Value | null,
  more: Partial<Pick<ValueType<Value>, 'choices' | 'inFile'>> = {},
): ValueType<Value> {
  return { shown, wanted, parse, choices: [], inFile: SOME_TEXT, ...more };
}

/** Accepts digits alone: no spaces, signs or exponents. */
function parseDigits(text: string): number | null {
  const value = Number(text);
  return /^\d{1,16}$/.test(text) && Number.isSafeInteger(value) ? value : null;
}

/** `wanted`: description of a valid text; by default the bounds. */
export function wholeNumberValue(
  least: number,
  most: number,
  wanted = `a whole number from ${least} to ${most}`,
): ValueType<number> {
  const parse = (text: string) => {
    const value = parseDigits(text);
    return value !== null && value >= least && value <= most ? value : null;
  };
  return valueType('number', wanted, parse, {
    inFile: most === Number.MAX_SAFE_INTEGER ? z.int().min(least) : z.int().min(least).max(most),
  });
}

/** 0 to 2^53 - 1. */
export const SEED_VALUE = wholeNumberValue(0, Number.MAX_SAFE_INTEGER, 'a whole number from 0 to 2^53 - 1');
/** A number of items, at least 1. */
export const COUNT = wholeNumberValue(1, Number.MAX_SAFE_INTEGER, 'a whole number above 0');
/** Threads of a run. */
export const WORKERS = wholeNumberValue(1, 256, 'a number from 1 to 256');
export const PORT = wholeNumberValue(0, 65_535, 'a number from 0 to 65535');

/** Virtual milliseconds per real millisecond, within the bounds of the control plane. */
export const RATE = valueType(
  'number',
  'a number from 0.1 to 100000',
  (text) => {
    const rate = Number(text);
    return /^\d{1,7}(\.\d{1,6})?$/.test(text) && rate >= 0.1 && rate <= 100_000 ? rate : null;
  },
  { inFile: z.number().min(0.1).max(100_000) },
);

/** An instant, in ms. */
export const TIME = valueType('time', 'a time such as 2026-03-02T09:30:00Z', parseInstant, { inFile: instantInFile });

/** The interval of drift monitoring, in ms; bounds as in scenario files. */
export const DRIFT_CHECK = valueType(
  'duration',
  'a duration from 1m to 1d',
  (text) => {
    const intervalMs = parseDuration(text);
    return isDriftCheck(intervalMs) ? intervalMs : null;
  },
  { inFile: z.string() },
);

/** A duration in ms. */
export function span(wanted: string, isWithin: (ms: number) => boolean): ValueType<number> {
  return valueType('duration', wanted, (text) => {
    const ms = parseDuration(text);
    return ms !== null && isWithin(ms) ? ms : null;
  });
}

/** Exactly one of the given words. */
export function choiceOf<const Word extends string>(
  shown: string,
  options: readonly [Word, ...Word[]],
  wanted = joined(options),
): ValueType<Word> {
  return valueType(shown, wanted, (text) => options.find((option) => option === text) ?? null, {
    choices: options,
    inFile: z.enum(options),
  });
}

/** Returns a text like `a, b or c`. */
function joined(options: readonly string[]): string {
  return options.length < 2 ? options.join('') : `${options.slice(0, -1).join(', ')} or ${options.at(-1)}`;
}

/** Any text; an empty one has been refused before (decision K117). */
export function anyText(shown: string): ValueType<string> {
  return valueType(shown, 'a text', (text) => text);
}

export const FILE = anyText('file');
export const FOLDER = valueType('folder', 'a folder', (text) => (text === '' ? null : text));

/** A text that `parse` accepts. */
export function textValue<Value>(
  shown: string,
  wanted: string,
  parse: (text: string) => Value | null,
): ValueType<Value> {
  return valueType(shown, wanted, parse);
}

/** Seeds as a list of numbers and inclusive ranges. */
export const SEEDS = textValue('list', 'seeds such as 1..1000 or 1,5,9..20', (text) => {
  const parts = text.split(',').map((part) => /^(\d{1,16})(?:\.\.(\d{1,16}))?$/.exec(part));
  const isSound = parts.every((part) => {
    const [first, last] = [parseDigits(part?.[1] ?? ''), parseDigits(part?.[2] ?? part?.[1] ?? '')];
    return first !== null && last !== null && first <= last;
  });
  return isSound ? text : null;
});

/** `redis://` or `rediss://`, with a host; a database by number. */
export const QUEUE = textValue('url', 'the address of a Redis, such as redis://localhost:6379/0', (text) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isRedis = url !== null && /^rediss?:$/.test(url.protocol) && url.hostname !== '';
  return isRedis && /^(\/\d{0,4})?$/.test(url.pathname) ? text : null;
});

/**
 * http or https; a path of the built-in sink is validated with the other addresses, when the server knows its own port.
 */
export const RECEIVER_URL = textValue('url', 'an http or https URL', (text) => {
  if (text.startsWith('/')) return text;
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? text : null;
});

/** A name in the form of the `Host` header: lower case, ASCII, an IPv6 address in brackets. */
export const HOST_NAME = textValue('name', 'a host name or an IP address, without a port', (text) => {
  if (!/^(?:[^\s/:@?#\\[\]]+|\[[0-9A-Fa-f:.]+\])$/.test(text) || !URL.canParse(`http://${text}/`)) return null;
  return new URL(`http://${text}/`).hostname;
});

/** An `Origin` of a page with http or https; a slash at its end is accepted. */
export const ORIGIN = textValue('origin', 'an origin like http://localhost:3000', (text) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  return isOrigin && !url.hostname.includes('*') ? url.origin : null;
});
