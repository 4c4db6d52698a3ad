/** Tells the one refusal of an advance that is no failure: nothing is due, so there is no next event to go to. */
import { ApiError } from '../../api/api-error.ts';

/** A calm sentence for it, or null for every other error. */
export function nothingPending(error: unknown): string | null {
  const isPlain = error instanceof ApiError && error.status === 400 && /nothing is pending/i.test(wordsOf(error));
  return isPlain ? 'Nothing is pending, so there is no next event to go to.' : null;
}

function wordsOf(error: ApiError): string {
  return [error.message, ...error.details.map((detail) => detail.issue)].join(' ');
}
