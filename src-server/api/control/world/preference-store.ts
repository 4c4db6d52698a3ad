/** The store of the app's preferences on the server (decision L133). */
import type { PreferenceList } from '../../../contract/control/world/preferences.ts';

export interface PreferenceStore {
  all(): PreferenceList['preferences'];
  /** Throws if the disk refuses the write; the previous value is retained then. */
  set(name: string, value: PreferenceList['preferences'][string]): void;
}
