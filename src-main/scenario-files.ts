/**
 * Scenario files that the user opened from anywhere: hands each to the server's process over its own port, again after a
 * restart, and says under which name the pages find it. Refuses what is no file before the server hears of it.
 */

import { basename } from 'node:path';
import { scenarioPath } from './scenario-arguments.ts';
import { isOpened, isRefused, type OpenRequest } from './server-messages.ts';

export interface ScenarioFiles {
  open(path: string): void;
  /** A server is there, possibly a new one that knows no files yet. */
  serverIsReady(): void;
  hear(message: unknown): void;
}

export interface ScenarioFileEvents {
  send(request: OpenRequest): void;
  /** `file` is its name among the scenarios. */
  onOpened(path: string, file: string): void;
  onRefused(path: string, sentence: string): void;
}

/** As many as the server keeps beside its folder. */
const mostOpened = 20;

export function createScenarioFiles(events: ScenarioFileEvents): ScenarioFiles {
  let opened: string[] = [];
  /** What the user waits to see; what a restart repeats leads nowhere. */
  const wanted = new Set<string>();
  return {
    open(path) {
      const file = scenarioPath(path);
      if (file === null) {
        return events.onRefused(path, `${basename(path)} cannot be opened: there is no such scenario file any more.`);
      }
      opened = [...opened.filter((other) => other !== file), file].slice(-mostOpened);
      wanted.add(file);
      events.send({ kind: 'open-scenario', path: file });
    },
    serverIsReady() {
      for (const path of opened) events.send({ kind: 'open-scenario', path });
    },
    hear(message) {
      if (isOpened(message) && wanted.delete(message.path)) events.onOpened(message.path, message.file);
      if (!isRefused(message)) return;
      opened = opened.filter((path) => path !== message.path);
      if (!wanted.delete(message.path)) return;
      events.onRefused(message.path, `${basename(message.path)} cannot be opened: ${message.reason}`);
    },
  };
}
