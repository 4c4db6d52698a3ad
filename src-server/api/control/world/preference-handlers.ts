/** `/sim/preferences`: settings that the app stores for its user on the server (decision L133). */
import type { preferenceOperations } from '../../../contract/control/world/preference-operations.ts';
import { MAX_PREFERENCES, preferenceName } from '../../../contract/control/world/preferences.ts';
import { accepted, type Outcome, refusedFor } from '../../../engine/outcome.ts';
import type { HandlersFor } from '../../services.ts';
import type { PreferenceStore } from './preference-store.ts';

export const preferenceHandlers: HandlersFor<typeof preferenceOperations, 'preferences'> = {
  getPreferences: ({ preferences }) => accepted({ preferences: preferences.all() }),

  setPreference({ preferences, params, body: { value } }) {
    const name = nameIn(params.name, preferences);
    if (!name.ok) return name;
    preferences.set(name.value, value);
    return accepted({ name: name.value, stored: true });
  },
};

function nameIn(text: string, preferences: PreferenceStore): Outcome<string> {
  const parsed = preferenceName.safeParse(text);
  const refuse = (issue: string) => refusedFor('The path is invalid', [{ path: '/name', issue }]);
  if (!parsed.success) return refuse(parsed.error.issues[0]?.message ?? 'is not a valid name of preferences');
  const stored = preferences.all();
  if (!Object.hasOwn(stored, parsed.data) && Object.keys(stored).length >= MAX_PREFERENCES)
    return refuse(`exceeds the maximum of ${MAX_PREFERENCES} names that a server stores`);
  return accepted(parsed.data);
}
