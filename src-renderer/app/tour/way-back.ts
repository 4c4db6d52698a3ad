/** The snapshot that the tour saves before it first changes the world, and its restoration. */
import { ApiError } from '../../api/api-error.ts';
import { stopAdvance } from '../../api/clock-api.ts';
import { deleteSnapshot, restoreSnapshot } from '../../api/world-api.ts';

export const WAY_BACK = 'before-the-tour';
const WORLD_IS_BACK = 'The world is back to its state before the tour.';
export const NO_WAY_BACK = `The snapshot ${WAY_BACK} no longer exists, so the world stays as it is.`;

/**
 * The result, as a sentence. The snapshot is gone if somebody has deleted it, or the service was restarted without
 * stored data.
 */
export async function restoreWayBack(): Promise<string> {
  await stopAdvance();
  try {
    await restoreSnapshot(WAY_BACK);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return NO_WAY_BACK;
    throw error;
  }
  await deleteSnapshot(WAY_BACK);
  return WORLD_IS_BACK;
}
