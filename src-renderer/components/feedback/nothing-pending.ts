/** Tells the one refusal of an advance that is no failure: nothing is due, so there is no next event to go to. */
import { ApiError } from '../../api/api-error.ts';

/** The service's sentence for it, or null for every other error. */
export function nothingPending(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'invalid_request') return null;
  return error.details.some(({ path }) => path === '/until') ? error.message : null;
}
