/**
 * Explorations, which search for faults that break a client, in worlds of their own; the live stream reports their
 * progress.
 */
import { useQuery } from '@tanstack/react-query';
import type { ControlBody } from '../../../src-server/contract/control/control-routes.ts';
import type { CoverageCell, ExplorationWire } from '../../../src-server/contract/control/explorer/explorations.ts';
import { ask, controlQuery } from '../api-client.ts';
import { KEYS } from '../query-keys.ts';

export type Exploration = ExplorationWire;
export type ExplorationCell = CoverageCell;
export type StartExploration = ControlBody<'POST /explorations'>;
/** The saved files of a finding. */
export type FindingFile = 'scenario.yaml' | 'explore.yaml' | 'test.mjs';

/** The latest, oldest first. */
export const useExplorations = () => useQuery(controlQuery(KEYS.explorations, 'GET /explorations'));

export const useExploration = (id: string) =>
  useQuery(controlQuery(KEYS.exploration(id), 'GET /explorations/{id}', { params: { id } }));

/** Returns the commands that an exploration would run, and the code that confirms them. 400 as for a start. */
export const previewExploration = (body: StartExploration) => ask('POST /explorations/preview', { body });

/** Starts an exploration, or queues it. 400 if the service runs no clients, or cannot run this one. */
export const startExploration = (body: StartExploration) => ask('POST /explorations', { body });

/** Stops an exploration; its findings stay. */
export const stopExploration = (id: string) => ask('DELETE /explorations/{id}', { params: { id } });

export const storyPath = (id: string, finding: number) => `${findingPath(id, finding)}/story.html`;
export const findingFilePath = (id: string, finding: number, file: FindingFile) =>
  `${findingPath(id, finding)}/${file}`;

const findingPath = (id: string, finding: number) => `/sim/explorations/${encodeURIComponent(id)}/findings/${finding}`;
