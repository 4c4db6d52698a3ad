/** Marks all that was read from the world stale. Dry runs are left alone: asking one again would make another plan. */
import type { QueryClient } from '@tanstack/react-query';

/** Resources on screen are asked again at once, the others when they are next looked at. */
export function invalidateWorld(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== DRY_RUN_KEY });
}

/** First element of the keys of dry runs. */
export const DRY_RUN_KEY = 'dry-run';
