/** Runs one scenario in a world of its own, from its file to its outcome. Compares nothing. */

import type { Trace } from '../../contract/control/world/trace.ts';
import { kindOf, type ScenarioFile, type ScenarioStep } from '../../contract/scenario/scenario-file.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import { checksSomething } from '../../scenario/check/checks-something.ts';
import { collectFigures, measureRun } from '../../scenario/ledger/figures.ts';
import { seriesOfRun } from '../../scenario/ledger/series.ts';
import { everyStep } from '../../scenario/load/every-step.ts';
import type { LoadedScenario } from '../../scenario/load/load-scenario.ts';
import { describeFault } from '../../scenario/load/read-yaml.ts';
import { askControl } from '../../scenario/run/ask-control.ts';
import type { FailureTrace, PlayJob, PlayObserver, PlayOutcome } from '../../scenario/run/play-outcome.ts';
import { type RunEnd, runScenario } from '../../scenario/run/run-scenario.ts';
import type { ScenarioHost } from '../../scenario/run/scenario-host.ts';
import { faultIds } from '../../scenario/run/unmet-faults.ts';
import { expressionNames } from '../../scenario/steps/step-run.ts';
import { withTemporaryFolder } from '../../system/files/temporary-folder.ts';
import { hostClock } from '../../system/host-time.ts';
import { StartupError } from '../../world/startup-error.ts';
import { decidedFaults } from '../library/decided-faults.ts';
import { loadScenario } from '../library/load-scenario.ts';
import { badOutcome } from './broken-outcome.ts';
import { createScenarioHost } from './scenario-host.ts';
import { scenarioWorld } from './scenario-world.ts';
import type { StartWorld } from './start-world.ts';

export async function playScenario(job: PlayJob, observer: PlayObserver, startWorld: StartWorld): Promise<PlayOutcome> {
  const result = loadScenario(job.file, job.root, job.vary);
  const faults = result.ok ? decidedFaults(result.loaded) : result.faults;
  if (!result.ok || faults.length > 0) return badOutcome(job, faults.map(describeFault));
  const { dataDir, restoreAfterStep } = job;
  const play = (folder: string | null) => playLoaded({ ...job, dataDir: folder }, result.loaded, observer, startWorld);
  // Restoring a world from its image alone requires a place to store the image.
  const isLeft = restoreAfterStep !== null || hasRestart(result.loaded.scenario.steps);
  return dataDir === null && isLeft ? withTemporaryFolder(play) : play(dataDir);
}

function hasRestart(steps: readonly ScenarioStep[]): boolean {
  return [...everyStep(steps)].some((step) => kindOf(step) === 'restart');
}

async function playLoaded(
  job: PlayJob,
  loaded: LoadedScenario,
  observer: PlayObserver,
  startWorld: StartWorld,
): Promise<PlayOutcome> {
  const startedMs = hostClock.monotonicMs();
  const chosen = scenarioWorld(job, loaded);
  if (!chosen.ok) return badOutcome(job, chosen.faults);
  const { world, known } = chosen;
  let host: ScenarioHost;
  try {
    host = await createScenarioHost(world, startWorld, (exchange) => observer.onResponse?.(exchange));
  } catch (error) {
    if (!(error instanceof StartupError) || error.exitCode !== 65) throw error;
    return badOutcome(job, error.lines);
  }
  try {
    const beganMs = host.nowMs();
    // Faults of a world that the file creates belong to this run.
    const earlier = loaded.scenario.start === undefined ? new Set<string>() : await faultIds(host);
    const end = await runScenario(loaded.scenario, host, {
      observer,
      stepPlace: loaded.stepPlace,
      placeText: (pointer) => placeText(loaded, pointer),
      untilMs: job.untilMs,
      known,
      async afterStep(index) {
        if (index === job.restoreAfterStep) await host.restartFromImage();
      },
    });
    return await outcomeOf(job, loaded, host, { end, startedMs, beganMs, earlier });
  } finally {
    await host.stop();
  }
}

interface EndedRun {
  readonly end: RunEnd;
  readonly startedMs: number;
  readonly beganMs: number;
  readonly earlier: ReadonlySet<string>;
}

async function outcomeOf(
  job: PlayJob,
  loaded: LoadedScenario,
  host: ScenarioHost,
  { end, startedMs, beganMs, earlier }: EndedRun,
): Promise<PlayOutcome> {
  const { scenario } = loaded;
  const { measures, faults: unmeasured } = measureRun(
    scenario.measures,
    end,
    expressionNames(end.variables, () => formatInstant(host.nowMs())),
  );
  const isWholeRun =
    !end.isStopped && unmeasured.length === 0 && end.steps.every(({ failures }) => failures.length === 0);
  const { broken = [], untested = [] } = end.properties ?? {};
  const unmet = isWholeRun && !scenario.allow_unmet ? await end.faults.unmet(earlier) : [];
  const reported = [
    ...broken.map(({ title, issue, pointer }) => ({ pointer, issue: `${title}: ${issue}` })),
    ...untested,
  ];
  const properties = reported.map(({ pointer, issue }) => `${placeText(loaded, pointer)}: ${issue}`);
  const faults = [...properties, ...unmeasured, ...unmet];
  const hasFailed = faults.length > 0 || end.steps.some(({ failures }) => failures.length > 0);
  const { eventCount, head } = host.context().world.kernel;
  const isWhole = job.retain !== 'figures';
  return {
    status: hasFailed ? 'failed' : end.isStopped ? 'stopped' : 'passed',
    file: job.file,
    name: scenario.name,
    description: scenario.description ?? null,
    seed: host.seed,
    vary: job.vary,
    proof: unmet.length > 0 ? 'unmet' : hasChecks(scenario, end) ? 'checked' : 'unchecked',
    faults,
    steps: end.steps,
    events: isWhole ? host.events() : [],
    eventCount,
    head,
    figures: collectFigures(host, measures),
    series: isWhole ? seriesOfRun(host) : null,
    ...imageOf(job, host),
    trace: hasFailed ? await traceFailure(host, end) : null,
    durationMs: hostClock.monotonicMs() - startedMs,
    simulatedMs: host.nowMs() - beganMs,
  };
}

function placeText({ file, placeOf }: LoadedScenario, pointer: string): string {
  const { line, column } = placeOf(pointer);
  return `${file}:${line}:${column}`;
}

/** For a run that ended early, the remaining checks count. */
function hasChecks(scenario: ScenarioFile, { isStopped, hasChecked }: RunEnd): boolean {
  const { always, eventually } = scenario;
  return isStopped ? checksSomething(scenario) : hasChecked || checksSomething({ steps: [], always, eventually });
}

/**
 * The control plane stores the images of many runs in memory: runs with a larger image only store figures and curves.
 */
const MAX_IMAGE_BYTES = 64 * 1024 * 1024;

function imageOf({ retain }: PlayJob, host: ScenarioHost): Pick<PlayOutcome, 'image'> {
  if (retain !== 'history') return {};
  const image = host.image();
  return image.byteLength > MAX_IMAGE_BYTES ? {} : { image };
}

const MAX_LINKS = 200;
const LAST_EVENTS = 10;

/**
 * Explains a failure as far as the world knows its causes: the trace of its rebalance or request, and the last events.
 */
async function traceFailure(host: ScenarioHost, { subject }: RunEnd): Promise<FailureTrace> {
  const { eventCount } = host.context().world.kernel;
  const lastEvents = host.eventsAfter(Math.max(0, eventCount - LAST_EVENTS));
  for (const id of [subject.rebalanceId, subject.requestId]) {
    if (id === undefined) continue;
    const response = await askControl(host, 'GET /trace/{id}', { params: { id } });
    // Requests are only stored if the scenario needs them, and a step may concern no rebalance.
    if (response.status !== 200) continue;
    const { nodes, truncated } = response.body as Trace;
    const links = nodes.slice(-MAX_LINKS).map(({ id: link, parent, kind, at, title, status }) => {
      return { id: link, parent, kind, at, title, status };
    });
    return { id, links, isCut: truncated || nodes.length > MAX_LINKS, lastEvents };
  }
  return { id: null, links: [], isCut: false, lastEvents };
}
