/** What a world takes up (decision L75), as far as its host knows it. */
import type { Storage } from '../../../contract/control/world/storage.ts';

/** What is known of the storage at once; the journal's thread counts its entries, and snapshots are listed. */
export interface StorageFacts extends Pick<Storage, 'folder' | 'world'> {
  readonly journal: Omit<Storage['journal'], 'entries' | 'problem' | 'unwritten' | 'lost'>;
}
