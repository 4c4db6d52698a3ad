/** The original journal requests of edited requests that this tab has sent. It lasts as long as the tab. */
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { keyOfWorld } from './own-world.ts';

interface EditedRequests {
  /** The id of the original by the id of the edited request. */
  readonly originals: Readonly<Record<string, string>>;
  note(requestId: string, originalId: string): void;
}

export const useEditedRequests = create<EditedRequests>()(
  persist(
    (set) => ({
      originals: {},
      note: (requestId, originalId) =>
        set(({ originals }) => ({ originals: { ...originals, [requestId]: originalId } })),
    }),
    {
      name: keyOfWorld('ballast-edited-requests'),
      version: 1,
      storage: createJSONStorage(() => sessionStorage),
    },
  ),
);
