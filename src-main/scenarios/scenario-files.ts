/**
 * Scenario files that the user opened from anywhere: sends each to the server's process, again after a restart, and
 * reports under which name the pages find it. Checks that a file exists before the server receives its path.
 */

import { basename } from 'node:path';
import type { BrowserWindow, OpenDialogOptions } from 'electron';
import type { ElectronApi } from '../electron-api.ts';
import { isOpened, isRefused, type OpenRequest } from '../server/server-messages.ts';
import { scenarioPath } from './scenario-arguments.ts';

export type ScenarioFiles = ReturnType<typeof createScenarioFiles>;

interface ScenarioFileEvents {
  /** False if no server is ready to receive it. */
  send(request: OpenRequest): boolean;
  /** `file` is its name among the scenarios. */
  onOpened(path: string, file: string): void;
  onRefused(path: string, sentence: string): void;
}

/** The server retains at most this many opened files. */
const maxOpened = 20;

export function createScenarioFiles(events: ScenarioFileEvents) {
  let opened: string[] = [];
  /** The files that the user waits to see; those that a restart sends again show no page. */
  const wanted = new Set<string>();
  /** The files that a server has received and not responded to. */
  const sent = new Set<string>();
  const ask = (path: string) => {
    if (events.send({ kind: 'open-scenario', path })) sent.add(path);
  };
  const refuse = (path: string, reason: string) => {
    opened = opened.filter((other) => other !== path);
    if (wanted.delete(path)) events.onRefused(path, `${basename(path)} cannot be opened: ${reason}`);
  };
  return {
    open(path: string) {
      const file = scenarioPath(path);
      if (file === null) {
        return events.onRefused(path, `${basename(path)} cannot be opened: the file no longer exists.`);
      }
      opened = [...opened.filter((other) => other !== file), file].slice(-maxOpened);
      wanted.add(file);
      ask(file);
    },
    /** A server is ready, possibly a new one that knows no files yet. */
    serverIsReady(): void {
      // A file that crashed a server would crash the next one, too.
      for (const path of sent) refuse(path, 'the service stopped while reading it.');
      sent.clear();
      for (const path of opened) ask(path);
    },
    onMessage(message: unknown): void {
      if (!isOpened(message) && !isRefused(message)) return;
      sent.delete(message.path);
      if (isRefused(message)) refuse(message.path, message.reason);
      else if (wanted.delete(message.path)) events.onOpened(message.path, message.file);
    },
  };
}

/** System dialogs look at the last extension only, so `.ballast.yaml` is a YAML file to them. */
const dialogOptions: OpenDialogOptions = {
  title: 'Open scenario',
  properties: ['openFile'],
  filters: [{ name: 'Scenarios', extensions: ['yaml', 'yml'] }],
};

/**
 * Asks the user for a file, in a dialog over the window if one is open; null if the user closed it. Does not open it.
 */
export async function chooseScenario(
  { dialog }: Pick<ElectronApi, 'dialog'>,
  window: BrowserWindow | null,
): Promise<string | null> {
  const chosen = window === null ? dialog.showOpenDialog(dialogOptions) : dialog.showOpenDialog(window, dialogOptions);
  return (await chosen).filePaths[0] ?? null;
}
