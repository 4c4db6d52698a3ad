/** Operations of the control plane: explorations, which find the faults that break a client (decisions Q1 to Q6). */
import { serverOperations } from '../../openapi/operation.ts';
import {
  exploration,
  explorationFacts,
  explorationList,
  explorationPreview,
  startExploration,
} from './explorations.ts';

const identified = { id: 'Identifier of the exploration.' };
const ofFinding = { ...identified, number: 'Number of the finding.' };
const ATTACHED = ['Content-Disposition'] as const;

export const explorerOperations = serverOperations({
  listExplorations: {
    method: 'get',
    path: '/explorations',
    tag: 'Explorer',
    summary: 'List explorations',
    description:
      'Lists the latest five explorations. With `--data` they survive a restart, and those that had not ended ' +
      'continue.',
    source: 'decision Q6',
    success: { status: 200, description: 'The explorations.', content: [explorationList] },
  },
  startExploration: {
    method: 'post',
    path: '/explorations',
    tag: 'Explorer',
    summary: 'Explore a client',
    description:
      'Runs the command of a client repeatedly, each time in a fresh world under different faults, and reports ' +
      'which of them break it. Requires a server that was started with `--allow-commands`, or by the desktop app; ' +
      'a page of the app also needs the `confirmation` of the preview. Explorations run one at a time: the next ' +
      'waits for its turn, and so do sweeps and lab runs.',
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
      'Reads the body as `POST /explorations` does, and returns the commands without running them. A page of the app ' +
      'shows them to the person, and sends `confirmation` back when it starts the exploration.',
    source: 'decision Q6',
    body: startExploration,
    success: { status: 200, description: 'The commands.', content: [explorationPreview] },
  },
  getExploration: {
    method: 'get',
    path: '/explorations/{id}',
    tag: 'Explorer',
    summary: 'Read an exploration',
    description: 'Returns the progress of an exploration, what has been tried, and what has been found so far.',
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
    description: 'Stops an exploration. Its findings are kept. An exploration that has already ended does not change.',
    source: 'decision Q6',
    parameters: identified,
    success: { status: 200, description: 'The exploration.', content: [explorationFacts] },
    errors: ['not_found'],
  },
  getFindingStory: {
    method: 'get',
    path: '/explorations/{id}/findings/{number}/story.html',
    tag: 'Explorer',
    summary: 'Read the story of a finding',
    description: 'Returns a page that shows what happened, what the client did, and what would have been right.',
    source: 'decision Q4',
    parameters: ofFinding,
    success: { status: 200, description: 'The page.', content: ['text/html'] },
    errors: ['not_found'],
  },
  getFindingScenario: {
    method: 'get',
    path: '/explorations/{id}/findings/{number}/scenario.yaml',
    tag: 'Explorer',
    summary: 'Download the scenario of a finding',
    description: 'Returns a scenario that replays what the client did under these faults.',
    source: 'decision Q4',
    parameters: ofFinding,
    success: { status: 200, description: 'A scenario file.', content: ['text/yaml'], headers: ATTACHED },
    errors: ['not_found'],
  },
  getFindingExploration: {
    method: 'get',
    path: '/explorations/{id}/findings/{number}/explore.yaml',
    tag: 'Explorer',
    summary: 'Download the trial of a finding',
    description: 'Returns a file for `ballast explore` that runs only this trial against the client.',
    source: 'decision Q4',
    parameters: ofFinding,
    success: { status: 200, description: 'An exploration file.', content: ['text/yaml'], headers: ATTACHED },
    errors: ['not_found'],
  },
  getFindingTest: {
    method: 'get',
    path: '/explorations/{id}/findings/{number}/test.mjs',
    tag: 'Explorer',
    summary: 'Download the test of a finding',
    description: 'Returns a test that fails as long as the client breaks. It reads the `explore.yaml` beside it.',
    source: 'decision Q4',
    parameters: ofFinding,
    success: { status: 200, description: 'A test.', content: ['text/javascript'], headers: ATTACHED },
    errors: ['not_found'],
  },
});
