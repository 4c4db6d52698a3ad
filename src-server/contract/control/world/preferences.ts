/** Preferences of the app, which outlive the origin at which a browser shows it (decision L133). */
import { z } from 'zod';

export const MAX_PREFERENCES = 20;
/** Maximum size of one preference, as JSON in UTF-8. */
export const MAX_PREFERENCE_BYTES = 262_144;

export const preferenceName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, 'is not a valid name of preferences, such as `layout`');

const value = z.record(z.string(), z.unknown()).describe('Value that the app stores under this name.');

export const preferenceList = z
  .strictObject({ preferences: z.record(preferenceName, value).describe('Preferences, by name.') })
  .meta({ id: 'PreferenceList', description: 'Preferences of the app.' });
export type PreferenceList = z.infer<typeof preferenceList>;

export const setPreference = z
  .strictObject({
    value: value.refine(
      (given) => new TextEncoder().encode(JSON.stringify(given)).length <= MAX_PREFERENCE_BYTES,
      `has more than ${MAX_PREFERENCE_BYTES} bytes`,
    ),
  })
  .meta({
    id: 'SetPreference',
    description: 'A preference of the app.',
    examples: [{ value: { theme: 'dark' } }],
  });

export const storedPreference = z
  .strictObject({
    name: preferenceName.describe('Name of the preference.'),
    stored: z.literal(true).describe('Always true.'),
  })
  .meta({ id: 'StoredPreference', description: 'A preference that was stored.' });
