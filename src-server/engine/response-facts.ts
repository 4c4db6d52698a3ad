/**
 * Extracts the facts of a response that a recording needs: the ids at its top level, its status and its error code.
 * Pure.
 */
import type { ResponseFacts } from './ports/command-port.ts';

/** Long enough that no other text of a request equals an id by chance. */
const SHORTEST_ID = 8;
const ID_NAME = /^(?:id|.*_id)$/;

/** `body`: the body of the response, or its text. Returns `null` if it is not a JSON object. */
export function responseFacts(body: unknown): ResponseFacts | null {
  const value = typeof body === 'string' ? parsed(body) : body;
  if (!isObject(value) || Array.isArray(value)) return null;
  const ids: Record<string, string> = {};
  for (const [name, member] of Object.entries(value)) {
    if (ID_NAME.test(name) && typeof member === 'string' && member.length >= SHORTEST_ID) ids[`/${name}`] = member;
  }
  const { status, error } = value;
  const code = isObject(error) ? error.code : undefined;
  return { ids, status: typeof status === 'string' ? status : null, code: typeof code === 'string' ? code : null };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
