/**
 * The message of all clients of a control plane if another server responds. Without schemas, so that a test need not
 * load them.
 */
import type { BrowserSession } from './session.ts';

export function noControlPlane(url: string): string {
  return `The server at ${url} is not a Ballast control plane.`;
}

/** Whether a response of `GET /sim/session` has the fields that a client needs; a later version may have more. */
export function isSession(body: unknown): body is BrowserSession {
  if (typeof body !== 'object' || body === null) return false;
  const { world, control_url: control, api_key: key, seed } = body as Readonly<Record<string, unknown>>;
  return [world, control, key].every((text) => typeof text === 'string') && typeof seed === 'number';
}
