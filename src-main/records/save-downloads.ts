/**
 * Asks where to save a file of the service, with a name and file type that fit it: CSV, HAR, YAML, archives of worlds.
 */

import { join } from 'node:path';
import type { App, DownloadItem, Session } from 'electron';

const kinds: Readonly<Record<string, string>> = {
  csv: 'CSV',
  har: 'HTTP archive',
  json: 'JSON',
  ndjson: 'Event log',
  yaml: 'Scenario',
  zip: 'Exported world',
  db: 'Saved world',
  png: 'Picture',
  html: 'Web page',
};

export function askWhereToSave(session: Pick<Session, 'on'>, app: Pick<App, 'getPath'>): void {
  session.on('will-download', (event, item: DownloadItem) => {
    if (event.defaultPrevented) return;
    const name = item.getFilename();
    const ending = name.split('.').at(-1) ?? '';
    const kind = kinds[ending];
    item.setSaveDialogOptions({
      title: `Save ${name}`,
      defaultPath: join(app.getPath('downloads'), name),
      filters: [
        ...(kind === undefined ? [] : [{ name: kind, extensions: [ending] }]),
        { name: 'All files', extensions: ['*'] },
      ],
    });
  });
}
