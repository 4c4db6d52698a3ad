/** Where preferences of the app are stored on the server (decision L133). */
import type { PreferenceList } from '../../../contract/control/world/preferences.ts';

export interface PreferenceStore {
  all(): PreferenceList['preferences'];
  /** Throws where the disk does not take it; what was stored before is still there then. */
  set(name: string, value: PreferenceList['preferences'][string]): void;
}
