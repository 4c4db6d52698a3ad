/** Finds what a new world is furnished with: a file, the demo, or what the caller handed over; and does it. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type WorldContents, worldFile } from '../contract/world-file.ts';
import { formatInstant } from '../domain/instant.ts';
import { addEndpoint, USUAL_ENDPOINT } from '../engine/commands/manage-webhooks.ts';
import type { Fault } from '../engine/outcome.ts';
import type { WebhookStore } from '../engine/webhook-ports.ts';
import type { World } from '../engine/world.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { furnishWorld } from '../scenario/furnish-world.ts';
import type { SettingsStore } from '../store/sqlite-settings-store.ts';
import { readTextFile } from '../system/world-files.ts';
import { webhookSecret } from '../webhooks/sign-webhook.ts';
import type { BallastOptions } from './ballast-options.ts';
import { loadSeriesFiles, readSeriesFiles, type SeriesFile } from './series-files.ts';
import { StartupError } from './startup-error.ts';
import { createUrlJudge } from './webhook-gate.ts';

export interface ChosenContents {
  readonly world: WorldContents;
  /** A fault of the contents as a line for people, at its place in the file it came from. */
  readonly describe: (fault: Fault) => string;
  /** Prices to load before anything is made. */
  readonly series: readonly SeriesFile[];
  /** Names these contents in the database they furnished. */
  readonly fingerprint: string;
}

/** Reads and validates the contents; exit 65 with every fault at its line. `null`: the world starts empty. */
export async function chooseContents(options: BallastOptions, root: string): Promise<ChosenContents | null> {
  if (options.contents !== undefined) {
    return { ...options.contents, series: [], fingerprint: JSON.stringify(options.contents.world) };
  }
  const file = options.fixtureFile ?? (options.demo ? join(root, 'fixtures/worlds/demo.yaml') : null);
  if (file === null) return null;
  const source = readTextFile(file);
  if (!source.ok) throw new StartupError(65, [`${file}: ${source.issue}`]);
  const { describeFault, readYaml } = await import('../scenario/read-yaml.ts');
  const read = readYaml(file, source.text, worldFile);
  if (!read.ok) throw new StartupError(65, read.faults.map(describeFault));
  const describe = ({ path, issue }: Fault) => describeFault({ file, ...read.placeOf(path), pointer: path, issue });
  const { files: series, faults } = readSeriesFiles(file, read.value.series);
  if (faults.length > 0) throw new StartupError(65, faults.map(describe));
  const fingerprint = createHash('sha256').update(source.text);
  for (const { text } of series) fingerprint.update(text);
  return { world: read.value, describe, series, fingerprint: fingerprint.digest('hex') };
}

/** Writes the first events of a new world; returns the ids of named portfolios. Exit 65 for contents it cannot make. */
export function makeNewWorld(
  world: World,
  webhooks: WebhookStore,
  settings: SettingsStore,
  contents: ChosenContents | null,
  urlFault: (url: string) => string | null,
): ReadonlyMap<string, string> {
  world.kernel.execute((unit) => unit.emit('world.created', { seed: unit.seed, rules: world.rules }));
  settings.set('contents', contents?.fingerprint ?? '');
  settings.set('started_at', formatInstant(world.kernel.nowMs));
  if (contents === null) return new Map();
  // First, because what is made is valued with them.
  const badRows = loadSeriesFiles(world, contents.series);
  if (badRows.length > 0) throw new StartupError(65, badRows);
  const tools = { world, webhooks, secretOf: webhookSecret, urlFault };
  const { aliases, faults } = furnishWorld(tools, contents.world);
  if (faults.length > 0) throw new StartupError(65, faults.map(contents.describe));
  return aliases;
}

/**
 * Goes on with a world that exists. Seed, start and fixture make a new one only: exit 64 where they were given and the
 * folder's world was made from others. Mode and rate of the clock are changed where they were given.
 */
export function resumeWorld(
  options: BallastOptions,
  { kernel }: World,
  settings: SettingsStore,
  contents: ChosenContents | null,
): void {
  const startedAt = settings.get('started_at');
  const startAt = options.startAt === null ? startedAt : formatInstant(options.startAt);
  const lines: string[] = [];
  const refuse = (flag: string, made: string) =>
    lines.push(`${flag}: ${options.dataDir} already holds a world ${made}; leave the flag out or use an empty folder`);
  if (options.seed !== null && options.seed !== kernel.seed) refuse(`--seed ${options.seed}`, `of seed ${kernel.seed}`);
  if (startAt !== startedAt) refuse(`--clock ${startAt}`, `that began at ${startedAt}`);
  const isOther = options.fixtureFile !== null && settings.get('contents') !== contents?.fingerprint;
  if (isOther) refuse(`--fixture ${options.fixtureFile}`, 'that was made from something else');
  if (lines.length > 0) throw new StartupError(64, lines);
  setClockAsTold(options, kernel);
}

/** What this run says of how time moves; what it does not say stays. */
export function setClockAsTold(
  { clockMode: mode, clockRate: rate }: Pick<BallastOptions, 'clockMode' | 'clockRate'>,
  kernel: Kernel,
): void {
  const told = { mode: mode ?? kernel.clock.mode, rate: rate ?? kernel.clock.rate };
  if (told.mode !== kernel.clock.mode || told.rate !== kernel.clock.rate) kernel.setClock(told);
}

/** Exit 64 for an address of `--webhook` that is refused; to be asked before anything is made. */
export function checkWebhookUrls(options: BallastOptions): void {
  const judge = createUrlJudge(options, options.port === 0 ? null : options.port);
  const faults = options.webhookUrls.flatMap((url) => {
    const fault = judge(url);
    return fault === null ? [] : [`--webhook ${url}: ${fault}`];
  });
  if (faults.length > 0) throw new StartupError(64, faults);
}

/** Registers the addresses of `--webhook` that are not registered yet. */
export function registerWebhooks(world: World, webhooks: WebhookStore, urls: readonly string[]): void {
  const known = new Set(webhooks.endpoints().map(({ url }) => url));
  for (const url of urls) {
    if (!known.has(url)) addEndpoint(world, webhooks, webhookSecret, { ...USUAL_ENDPOINT, url });
  }
}
