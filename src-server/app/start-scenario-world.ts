/** Starts the world of a scenario: silent, on any free port, and without scenarios of its own. */
import { refused } from '../engine/outcome.ts';
import type { StartWorld } from '../runner/replay/start-world.ts';
import type { ScenarioServices } from './scenario-services.ts';
import { startBallastServer } from './start-ballast.ts';

export const startScenarioWorld: StartWorld = (options) =>
  startBallastServer({ port: 0, endsOnFailedTimer: true, ...options, log: 'silent' }, () => NO_SCENARIOS);

const refuse = () =>
  refused('not_found', 'The world of a scenario has no scenarios, sweeps, lab runs or explorations.');
const refuseLater = async () => refuse();

const NO_SCENARIOS: ScenarioServices = {
  onProgress: () => () => {},
  scenarios: {
    folders: [],
    ownFolder: null,
    save: refuseLater,
    rename: refuseLater,
    remove: refuseLater,
    restore: refuse,
    read: refuseLater,
    open: refuseLater,
    list: async () => [],
    runs: () => [],
    lastRuns: () => new Map(),
    start: refuseLater,
    find: refuse,
    stop: refuse,
    past: refuse,
    goldenText: refuse,
  },
  sweeps: { list: () => [], start: refuseLater, find: refuse, stop: refuse },
  labs: {
    list: () => [],
    start: refuseLater,
    find: refuse,
    stop: refuse,
    csv: refuse,
    scenario: refuseLater,
    report: refuse,
  },
  explorer: {
    runsClients: false,
    list: () => [],
    preview: refuse,
    start: refuse,
    find: refuse,
    stop: refuse,
    findingFile: refuse,
  },
  open: refuseLater,
  resume: () => undefined,
  close: async () => undefined,
};
