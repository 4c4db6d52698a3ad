/** `ballast replay`: every scenario in a world of its own, compared with its golden log; reports for people and machines. */
import { type ScenarioFile, scenarioFile } from '../contract/scenario-file.ts';
import { parseDuration, parseInstant } from '../domain/instant.ts';
import type { Fault } from '../engine/outcome.ts';
import { firstDivergence, goldenText, type Run } from '../scenario/golden-log.ts';
import { describeFault, type PlaceOf, readYaml } from '../scenario/read-yaml.ts';
import { htmlReport, junitXml, type ScenarioResult } from '../scenario/reports.ts';
import { runScenario } from '../scenario/run-scenario.ts';
import { hostClock } from '../system/host-time.ts';
import { readTextFile, writeTextFile } from '../system/world-files.ts';
import { createScenarioHost } from './scenario-host.ts';
import { StartupError } from './startup-error.ts';

export interface ReplayOptions {
  readonly files: readonly string[];
  /** Overrides the scenario's own; golden logs are then not compared. */
  readonly seed: number | null;
  /** Rewrites golden logs instead of comparing. */
  readonly update: boolean;
  readonly junit: string | null;
  readonly html: string | null;
  readonly json: boolean;
  readonly write: (line: string) => void;
}

/** 0: all passed; 1: a check failed; 65: a bad file, and then nothing was run. */
export async function replayScenarios(options: ReplayOptions): Promise<0 | 1 | 65> {
  const read = options.files.map((file) => ({ file, ...readScenario(file) }));
  const faults = read.flatMap((scenario) => ('faults' in scenario ? scenario.faults : []));
  if (faults.length > 0) {
    for (const fault of faults) options.write(fault);
    return 65;
  }
  const results: ScenarioResult[] = [];
  for (const entry of read) {
    if (!('scenario' in entry)) continue;
    const result = await replay(entry.file, entry, options);
    if (result === 65) return 65;
    results.push(result);
    if (!options.json) for (const line of describe(result)) options.write(line);
  }
  if (options.json)
    options.write(JSON.stringify({ passed: results.every(({ passed }) => passed), scenarios: results }));
  if (options.junit !== null) writeTextFile(options.junit, junitXml(results));
  if (options.html !== null) writeTextFile(options.html, htmlReport(results));
  return results.every(({ passed }) => passed) ? 0 : 1;
}

function readScenario(file: string): { scenario: ScenarioFile; placeOf: PlaceOf } | { faults: string[] } {
  const source = readTextFile(file);
  if (!source.ok) return { faults: [`${file}: ${source.issue}`] };
  const read = readYaml(file, source.text, scenarioFile);
  return read.ok ? { scenario: read.value, placeOf: read.placeOf } : { faults: read.faults.map(describeFault) };
}

async function replay(
  file: string,
  { scenario, placeOf }: { scenario: ScenarioFile; placeOf: PlaceOf },
  options: ReplayOptions,
): Promise<ScenarioResult | 65> {
  const startedMs = hostClock.monotonicMs();
  const seed = options.seed ?? scenario.seed;
  let host: Awaited<ReturnType<typeof createScenarioHost>>;
  try {
    const describe = ({ path, issue }: Fault) =>
      describeFault({ file, ...placeOf(`/world${path}`), pointer: `/world${path}`, issue });
    const contents = { world: scenario.world, describe };
    const driftCheckMs = scenario.drift_check === undefined ? null : parseDuration(scenario.drift_check);
    host = await createScenarioHost({ seed, startAt: parseInstant(scenario.clock) ?? 0, driftCheckMs, contents });
  } catch (error) {
    if (!(error instanceof StartupError) || error.exitCode !== 65) throw error;
    for (const line of error.lines) options.write(line);
    return 65;
  }
  try {
    const steps = await runScenario(scenario, host);
    const events = host.events();
    const divergence = compareWithGolden(file, { seed, events }, scenario, options);
    const passed = divergence === null && steps.every(({ failures }) => failures.length === 0);
    const durationMs = hostClock.monotonicMs() - startedMs;
    const head = events.at(-1)?.hash ?? '';
    return { file, name: scenario.name, seed, passed, steps, divergence, events: events.length, head, durationMs };
  } finally {
    await host.stop();
  }
}

function compareWithGolden(file: string, run: Run, scenario: ScenarioFile, options: ReplayOptions): string | null {
  if (run.seed !== scenario.seed) return null;
  const goldenFile = `${file.replace(/\.ya?ml$|\.json$/, '')}.golden.ndjson`;
  if (options.update) {
    writeTextFile(goldenFile, goldenText(run));
    return null;
  }
  const golden = readTextFile(goldenFile);
  return golden.ok ? firstDivergence(golden.text, run, replayCommand(file, run.seed)) : null;
}

function describe(result: ScenarioResult): string[] {
  const { file, name, seed, passed, steps, divergence, events, head } = result;
  const lines = [
    `${passed ? 'passed' : 'FAILED'}  ${name}  (${steps.length} steps, ${events} events, head ${head.slice(0, 12)})`,
  ];
  for (const { title, at, failures } of steps) {
    for (const failure of failures) lines.push(`  ${at} ${title}: ${failure}`);
  }
  if (divergence !== null) lines.push(...`golden log: ${divergence}`.split('\n').map((line) => `  ${line}`));
  else if (!passed) lines.push(`  again: ${replayCommand(file, seed)}`);
  return lines;
}

/** Shows a run once more, when it is pasted into a shell in the same folder. */
function replayCommand(file: string, seed: number): string {
  return `npx ballast replay ${shellWord(file)} --seed ${seed}`;
}

/** Quoted where a shell would not take `word` as it is; backslashes stay, because Windows has them in paths. */
function shellWord(word: string): string {
  if (/^[\w@%+=:,./\\-]+$/.test(word)) return word;
  return /["$`!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}
