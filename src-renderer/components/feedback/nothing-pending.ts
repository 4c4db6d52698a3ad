/**
 * Recognises the one refusal of an advance that is not a failure: nothing is due, so there is no next event to advance
 * to.
 */
import { ApiError } from '../../api/api-error.ts';

/** A sentence for it, or null for every other error. */
const NO_EVENT_DUE =
  'No fill, report or retry is due. Advance by an amount of time, or to the next opening or close of an exchange.';

export function nothingPending(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'invalid_request') return null;
  return error.details.some(({ path }) => path === '/until') ? NO_EVENT_DUE : null;
}
