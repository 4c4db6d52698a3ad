/**
 * Stores the preferences of the app (decision L133): in `preferences.json` of the data folder, or in memory until the
 * server stops. An invalid file is ignored, with its reason, until something is stored.
 */
import { join } from 'node:path';
import type { PreferenceStore } from '../api/control/world/preference-store.ts';
import {
  MAX_PREFERENCE_BYTES,
  MAX_PREFERENCES,
  type PreferenceList,
  preferenceList,
} from '../contract/control/world/preferences.ts';
import { parseJson } from '../contract/json/parse-json.ts';
import { DataMissingError } from '../kernel/storage-failure.ts';
import { fileStats, isFile, PRIVATE, readyFile } from '../system/files/durable-files.ts';
import { isFolder } from '../system/files/file-stamp.ts';
import { readTextFile } from '../system/files/world-files.ts';

const MAX_FILE_BYTES = MAX_PREFERENCES * (MAX_PREFERENCE_BYTES + 100);

type Preferences = PreferenceList['preferences'];

/** `note` receives the reason why a file is ignored. */
export function createPreferenceStore(dataDir: string | null, note: (trouble: string) => void): PreferenceStore {
  let stored: Preferences | null = null;
  const all = () => {
    stored ??= dataDir === null ? {} : readPreferences(fileIn(dataDir), note);
    return stored;
  };
  return {
    all,
    set(name, value) {
      const next = { ...all(), [name]: value };
      if (dataDir !== null) writePreferences(dataDir, next);
      stored = next;
    },
  };
}

const fileIn = (dataDir: string) => join(dataDir, 'preferences.json');

function writePreferences(dataDir: string, preferences: Preferences): void {
  if (!isFolder(dataDir)) throw new DataMissingError('the data folder is not where it was opened');
  const text = `${JSON.stringify({ preferences } satisfies PreferenceList)}\n`;
  readyFile(fileIn(dataDir), Buffer.from(text), PRIVATE).moveIn();
}

function readPreferences(file: string, note: (trouble: string) => void): Preferences {
  if (!isFile(file)) return {};
  const read = fileStats(file).bytes > MAX_FILE_BYTES ? { issue: 'is too large' } : parse(file);
  if ('preferences' in read) return read.preferences;
  note(`${file} ${read.issue}; the app starts without its preferences`);
  return {};
}

function parse(file: string): PreferenceList | { readonly issue: string } {
  const text = readTextFile(file);
  if (!text.ok) return { issue: `cannot be read: ${text.issue}` };
  const json = parseJson(text.text);
  if (!json.ok) return { issue: `is not valid JSON: ${json.place}` };
  const parsed = preferenceList.safeParse(json.value);
  return parsed.success ? parsed.data : { issue: 'is not a file of preferences' };
}
