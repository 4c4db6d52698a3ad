/** `/sim/preferences`: what the app stores for its user on the server (decision L133). */
import type { Router } from 'express';
import { preferenceOperations } from '../../../contract/control/world/preference-operations.ts';
import {
  MAX_PREFERENCES,
  type PreferenceList,
  preferenceName,
  type StoredPreference,
  setPreference,
} from '../../../contract/control/world/preferences.ts';
import { addOperation } from '../../http/add-operation.ts';
import { parseBody, readJson } from '../../http/bodies/read-body.ts';
import { problemOfDetails } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';

export interface PreferenceStore {
  all(): PreferenceList['preferences'];
  /** Throws where the disk does not take it; what was stored before is still there then. */
  set(name: string, value: PreferenceList['preferences'][string]): void;
}

export interface PreferenceRouteDependencies {
  readonly preferences: PreferenceStore;
}

export function addPreferenceRoutes(router: Router, { preferences }: PreferenceRouteDependencies): void {
  addOperation(router, preferenceOperations.getPreferences, (request, response) =>
    sendJson(request, response, 200, { preferences: preferences.all() } satisfies PreferenceList),
  );
  addOperation(router, preferenceOperations.setPreference, readJson, (request, response) => {
    const { value } = parseBody(request, setPreference);
    const name = nameIn(request.params.name, preferences);
    preferences.set(name, value);
    sendJson(request, response, 200, { name, stored: true } satisfies StoredPreference);
  });
}

function nameIn(text: string | undefined, preferences: PreferenceStore): string {
  const parsed = preferenceName.safeParse(text);
  const refuse = (issue: string) => problemOfDetails([{ path: '/name', issue }], 'path');
  if (!parsed.success) throw refuse(parsed.error.issues[0]?.message ?? 'is not a valid name of preferences');
  const stored = preferences.all();
  if (!Object.hasOwn(stored, parsed.data) && Object.keys(stored).length >= MAX_PREFERENCES)
    throw refuse(`exceeds the maximum of ${MAX_PREFERENCES}names that a server stores`);
  return parsed.data;
}
