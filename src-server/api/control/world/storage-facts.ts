/** The storage that a world uses (decision L75), as far as its host knows it. */
import type { Storage } from '../../../contract/control/world/storage.ts';

/** The sizes that are known at once; the journal's thread counts its entries, and snapshots are listed separately. */
export interface StorageFacts extends Pick<Storage, 'folder' | 'world'> {
  readonly journal: Omit<Storage['journal'], 'entries' | 'problem' | 'unwritten' | 'lost'>;
}
