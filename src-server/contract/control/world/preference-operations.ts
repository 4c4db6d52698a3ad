/**
 * Operations of the control plane: preferences of the app (decision L133). They belong to the server, not to a world.
 */
import { serverOperations } from '../../openapi/operation.ts';
import { preferenceList, setPreference, storedPreference } from './preferences.ts';

export const preferenceOperations = serverOperations({
  getPreferences: {
    method: 'get',
    path: '/preferences',
    tag: 'Preferences',
    summary: 'Read the preferences of the app',
    description:
      'Returns what the app stores for its user: theme, columns, filters, drafts. With a data folder, it outlives ' +
      'the server.',
    source: 'decision L133',
    success: { status: 200, description: 'All preferences.', content: [preferenceList] },
  },
  setPreference: {
    method: 'put',
    path: '/preferences/{name}',
    tag: 'Preferences',
    summary: 'Store a preference of the app',
    description: 'Replaces what was stored under the name.',
    source: 'decision L133',
    parameters: { name: 'Name of the preference: lower-case letters, digits and hyphens.' },
    body: setPreference,
    success: { status: 200, description: 'The preference is stored.', content: [storedPreference] },
  },
});
