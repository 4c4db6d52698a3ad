/** The control plane: explorations, which find the faults that break a client (decisions Q1 to Q6). */
import { serverOperations } from '../../openapi/operation.ts';
import {
  exploration,
  explorationFacts,
  explorationList,
  explorationPreview,
  startExploration,
} from './explorations.ts';

const identified = { id: 'Exploration, by its identifier.' };
const ofFinding = { ...identified, number: 'Finding, by its number.' };
const ATTACHED = ['Content-Disposition'] as const;

export const explorerOperations = serverOperations({
  listExplorations: {
    method: 'get',
    path: '/explorations',
    tag: 'Explorer',
    summary: 'List explorations',
    description: 'The latest five. With `--data` they are there after a restart, and those that had not ended go on.',
    source: 'decision Q6',
    success: { status: 200, description: 'The explorations.', content: [explorationList] },
  },
  startExploration: {
    method: 'post',
    path: '/explorations',
    tag: 'Explorer',
    summary: 'Explore a client',
    description:
      'Runs the command of a client again and again, each time in a fresh world under other faults, and reports which of ' +
      'them break it. Only where the server was started with `--allow-commands`, or by the desktop app; a page of the app ' +
      'also needs the `confirmation` of the preview. One at a time: the next waits for its turn, and so do sweeps and lab ' +
      'runs.',
    source: 'decisions Q1, Q6',
    body: startExploration,
    success: { status: 202, description: 'The exploration.', content: [explorationFacts] },
  },
  previewExploration: {
    method: 'post',
    path: '/explorations/preview',
    tag: 'Explorer',
    summary: 'Show what an exploration would run',
    description:
      'Reads the body as `POST /explorations` does, and shows the commands without running them. A page of the app shows ' +
      'them to the person, and sends `confirmation` back with the start.',
    source: 'decision Q6',
    body: startExploration,
    success: { status: 200, description: 'The commands.', content: [explorationPreview] },
  },
  getExploration: {
    method: 'get',
    path: '/explorations/{id}',
    tag: 'Explorer',
    summary: 'An exploration',
    description: 'How far it is, what was tried, and what was found by now.',
    source: 'decision Q6',
    parameters: identified,
    success: { status: 200, description: 'The exploration.', content: [exploration] },
    errors: ['not_found'],
  },
  stopExploration: {
    method: 'delete',
    path: '/explorations/{id}',
    tag: 'Explorer',
    summary: 'Stop an exploration',
    description: 'What was found stays. One that has ended stays as it is.',
    source: 'decision Q6',
    parameters: identified,
    success: { status: 200, description: 'The exploration.', content: [explorationFacts] },
    errors: ['not_found'],
  },
  getFindingStory: {
    method: 'get',
    path: '/explorations/{id}/findings/{number}/story.html',
    tag: 'Explorer',
    summary: 'Story of a finding',
    description: 'A page: what happened, what the client did, what would have been right.',
    source: 'decision Q4',
    parameters: ofFinding,
    success: { status: 200, description: 'The page.', content: ['text/html'] },
    errors: ['not_found'],
  },
  getFindingScenario: {
    method: 'get',
    path: '/explorations/{id}/findings/{number}/scenario.yaml',
    tag: 'Explorer',
    summary: 'Scenario of a finding',
    description: 'Replays what the client did under these faults.',
    source: 'decision Q4',
    parameters: ofFinding,
    success: { status: 200, description: 'A scenario file.', content: ['text/yaml'], headers: ATTACHED },
    errors: ['not_found'],
  },
  getFindingExploration: {
    method: 'get',
    path: '/explorations/{id}/findings/{number}/explore.yaml',
    tag: 'Explorer',
    summary: 'Trial of a finding',
    description: 'A file for `ballast explore` that runs this trial alone against the client.',
    source: 'decision Q4',
    parameters: ofFinding,
    success: { status: 200, description: 'A file of an exploration.', content: ['text/yaml'], headers: ATTACHED },
    errors: ['not_found'],
  },
  getFindingTest: {
    method: 'get',
    path: '/explorations/{id}/findings/{number}/test.mjs',
    tag: 'Explorer',
    summary: 'Test of a finding',
    description: 'Fails as long as the client breaks. It reads `explore.yaml` beside it.',
    source: 'decision Q4',
    parameters: ofFinding,
    success: { status: 200, description: 'A test.', content: ['text/javascript'], headers: ATTACHED },
    errors: ['not_found'],
  },
});
