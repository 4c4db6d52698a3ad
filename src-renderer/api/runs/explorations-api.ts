/** Explorations, which look beside the world for faults that break a client; the live stream tells how they go on. */
import { useQuery } from '@tanstack/react-query';
import { answerOf, control, inPath, read, type Schemas } from '../api-client.ts';
import { KEYS } from '../query-keys.ts';

export type Exploration = Schemas['Exploration'];
export type ExplorationFacts = Schemas['ExplorationFacts'];
export type ExplorationFinding = Schemas['ExplorationFinding'];
export type ExplorationCell = Schemas['ExplorationCell'];
export type ExplorationPreview = Schemas['ExplorationPreview'];
export type StartExploration = Schemas['StartExploration'];
/** Of a finding: what is saved of it. */
export type FindingFile = 'scenario.yaml' | 'explore.yaml' | 'test.mjs';

/** The latest, oldest first. */
export const useExplorations = () => useQuery(read(KEYS.explorations, '/explorations'));

export const useExploration = (id: string) =>
  useQuery(read(KEYS.exploration(id), '/explorations/{id}', inPath({ id })));

/** The commands that an exploration would run, and what confirms them. 400 as for a start. */
export const previewExploration = (body: StartExploration) => answerOf(control.POST('/explorations/preview', { body }));

/** Begins an exploration, or lets it wait for its turn. 400 where the service runs no clients, or this one cannot be run. */
export const startExploration = (body: StartExploration) => answerOf(control.POST('/explorations', { body }));

/** What was found stays. */
export const stopExploration = (id: string) => answerOf(control.DELETE('/explorations/{id}', inPath({ id })));

export const storyPath = (id: string, finding: number) => `${findingPath(id, finding)}/story.html`;
export const findingFilePath = (id: string, finding: number, file: FindingFile) =>
  `${findingPath(id, finding)}/${file}`;

const findingPath = (id: string, finding: number) => `/sim/explorations/${encodeURIComponent(id)}/findings/${finding}`;
