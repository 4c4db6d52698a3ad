/** What all clients of a control plane say where something else answers. Without schemas, which a test need not load. */
import type { BrowserSession } from './session.ts';

export function noControlPlane(url: string): string {
  return `What answers at ${url} is no control plane of Ballast.`;
}

/** Whether an answer to `GET /sim/session` has what a client needs of it; a later version may say more. */
export function isSession(answer: unknown): answer is BrowserSession {
  if (typeof answer !== 'object' || answer === null) return false;
  const { world, control_url: control, api_key: key, seed } = answer as Readonly<Record<string, unknown>>;
  return [world, control, key].every((text) => typeof text === 'string') && typeof seed === 'number';
}
