/**
 * Scenario files that the user opened from anywhere: hands each to the server's process over its own port, again after a
 * restart, and says under which name the pages find it. Refuses what is no file before the server hears of it.
 */

import { basename } from 'node:path';
import { isOpened, isRefused, type OpenRequest } from '../server/server-messages.ts';
import { scenarioPath } from './scenario-arguments.ts';

export interface ScenarioFiles {
  open(path: string): void;
  /** A server is there, possibly a new one that knows no files yet. */
  serverIsReady(): void;
  hear(message: unknown): void;
}

export interface ScenarioFileEvents {
  /** Whether there was a server to hear it. */
  send(request: OpenRequest): boolean;
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
  /** What a server was told and has not answered. */
  const asked = new Set<string>();
  const ask = (path: string) => {
    if (events.send({ kind: 'open-scenario', path })) asked.add(path);
  };
  const refuse = (path: string, reason: string) => {
    opened = opened.filter((other) => other !== path);
    if (wanted.delete(path)) events.onRefused(path, `${basename(path)} cannot be opened: ${reason}`);
  };
  return {
    open(path) {
      const file = scenarioPath(path);
      if (file === null) {
        return events.onRefused(path, `${basename(path)} cannot be opened: there is no such scenario file any more.`);
      }
      opened = [...opened.filter((other) => other !== file), file].slice(-mostOpened);
      wanted.add(file);
      ask(file);
    },
    serverIsReady() {
      // A file over which a server ended would end the next one, too.
      for (const path of asked) refuse(path, 'the service ended while it read it.');
      asked.clear();
      for (const path of opened) ask(path);
    },
    hear(message) {
      if (!isOpened(message) && !isRefused(message)) return;
      asked.delete(message.path);
      if (isRefused(message)) refuse(message.path, message.reason);
      else if (wanted.delete(message.path)) events.onOpened(message.path, message.file);
    },
  };
}
