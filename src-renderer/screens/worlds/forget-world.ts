/** Drops the drafts and the watch list of a world with it, because a new world may get its name. */
import { useDraftStorage } from '../../components/portfolios/draft-storage.ts';
import { useWatch } from '../../state/watch-store.ts';

/** The world has ended, or has just begun: a client may have ended one of its name. */
export function forgetWorld(name: string): void {
  useDraftStorage.getState().forget(name);
  useWatch.getState().forget(name);
}
