/** Finds the contents of a new world, in a file, the demo, or from the caller, and creates them. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { WorldContents } from '../../contract/scenario/world-file.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import { BY_CONTROL_PLANE, runRecorded } from '../../engine/command-log.ts';
import { addEndpoint, DEFAULT_ENDPOINT } from '../../engine/commands/webhooks/manage-webhooks.ts';
import { scheduleExDate } from '../../engine/dividends/pay-dividends.ts';
import type { ValidationIssue } from '../../engine/outcome.ts';
import type { WebhookStore } from '../../engine/ports/webhook-ports.ts';
import type { World } from '../../engine/world.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { MarketData } from '../../market/data/market-data.ts';
import { populateWorld } from '../../scenario/run/populate-world.ts';
import { CONTENTS_SETTING, FIXTURE_SETTING, STARTED_AT_SETTING } from '../../store/database/setting-keys.ts';
import type { SettingsStore } from '../../store/world/sqlite-settings-store.ts';
import { readSource } from '../../system/files/read-source.ts';
import { webhookSecret } from '../../webhooks/sign-webhook.ts';
import type { OpenedWorld } from '../opened-world.ts';
import { StartupError } from '../startup-error.ts';
import { createUrlValidator } from '../webhook-addresses.ts';
import type { WorldOptions } from '../world-options.ts';
import { type CheckedContents, checkContents } from './check-contents.ts';
import { customMarketHash } from './custom-market.ts';
import { type ContentsPlace, loadAll } from './series-files.ts';

export interface ChosenContents extends Pick<CheckedContents, 'world' | 'own' | 'series'> {
  /** Formats an issue of the contents as a line for people, with its place in the file it came from. */
  readonly describe: (fault: ValidationIssue) => string;
  /** Identifies these contents in the database that they populated. */
  readonly fingerprint: string;
}

/** Reads and validates the contents; exit 65 with every issue at its line. `null`: the world starts empty. */
export async function chooseContents(
  options: WorldOptions,
  root: string,
  market: MarketData,
): Promise<ChosenContents | null> {
  if (options.contents !== undefined) {
    const { world, describe, place = null } = options.contents;
    const sound = soundParts(world, describe, place, market);
    return { describe, ...sound, fingerprint: JSON.stringify(sound.world) };
  }
  const file = options.fixtureFile ?? (options.demo ? join(root, 'fixtures/worlds/demo.yaml') : null);
  if (file === null) return null;
  const { describeFault } = await import('../../scenario/load/read-yaml.ts');
  const { MAX_WORLD_BYTES, readWorld } = await import('../../scenario/load/read-world.ts');
  const source = readSource(file, MAX_WORLD_BYTES);
  if (!source.ok) throw new StartupError(65, [`${file}: ${source.issue}`]);
  const read = readWorld(file, source.text);
  if (!read.ok) throw new StartupError(65, read.faults.map(describeFault));
  const describe = ({ path, issue }: ValidationIssue) =>
    describeFault({ file, ...read.placeOf(path), pointer: path, issue });
  const { world, own, series } = soundParts(read.value, describe, { file, root: null }, market);
  const fingerprint = createHash('sha256').update(source.text);
  for (const { sha256 } of series) fingerprint.update(sha256);
  for (const text of contentsOfStubs(read.value, world)) fingerprint.update(text);
  return { world, describe, own, series, fingerprint: fingerprint.digest('hex') };
}

/** Exit 65 with a line for every issue. */
function soundParts(
  world: WorldContents,
  describe: (fault: ValidationIssue) => string,
  place: ContentsPlace | null,
  market: MarketData,
): Pick<CheckedContents, 'world' | 'own' | 'series'> {
  const { faults, badRows, ...sound } = checkContents(world, place, market);
  if (faults.length + badRows.length > 0) throw new StartupError(65, [...faults.map(describe), ...badRows]);
  return sound;
}

/** The content of the files, which belongs to the contents as much as their own text. */
function contentsOfStubs(stated: WorldContents, { faults }: WorldContents): string[] {
  return faults.flatMap((fault, index) => {
    const before = stated.faults[index];
    const isRead = before?.kind === 'api_stub' && before.answer.file !== undefined;
    return isRead && fault.kind === 'api_stub' ? [fault.answer.text ?? ''] : [];
  });
}

/**
 * Writes the first events of a new world; returns the ids of named portfolios. Exit 65 for contents that cannot be
 * created.
 */
export function makeNewWorld(
  world: World,
  webhooks: WebhookStore,
  settings: SettingsStore,
  contents: ChosenContents | null,
  urlFault: (url: string) => string | null,
): ReadonlyMap<string, string> {
  const marketHash = customMarketHash(settings);
  const own = marketHash === null ? {} : { market: marketHash };
  const { mode } = world.settlement;
  const settlement = mode === 'immediate' ? {} : { settlement: mode };
  const dividends = world.dividends === null ? {} : { dividends: 'on' as const };
  world.kernel.execute((unit) => {
    unit.emit('world.created', { seed: unit.seed, rules: world.rules, ...own, ...dividends, ...settlement });
    scheduleExDate(world, unit);
  });
  settings.set(FIXTURE_SETTING, contents?.fingerprint ?? '');
  settings.set(STARTED_AT_SETTING, formatInstant(world.kernel.nowMs));
  if (contents === null) return new Map();
  // First, because new portfolios are valued with them.
  loadAll(world, contents.series);
  const tools = { world, webhooks, secretOf: webhookSecret, urlFault };
  const { aliases, faults } = populateWorld(tools, contents.world);
  if (faults.length > 0) throw new StartupError(65, faults.map(contents.describe));
  return aliases;
}

/**
 * Continues an existing world. Seed, start, dividends, settlement and fixture apply to a new one only: exit 64 where
 * they were given and the folder's world was made from others. Mode and rate of the clock are changed where they were
 * given.
 */
export function resumeWorld(
  options: WorldOptions,
  { kernel, dividends, settlement }: World,
  settings: SettingsStore,
  contents: ChosenContents | null,
): void {
  const startedAt = settings.get(STARTED_AT_SETTING);
  const startAt = options.startAt === null ? startedAt : formatInstant(options.startAt);
  const lines: string[] = [];
  const refuse = (flag: string, made: string) =>
    lines.push(`${flag}: ${options.dataDir} already has a world ${made}; omit the flag or use an empty folder`);
  if (options.seed !== null && options.seed !== kernel.seed) refuse(`--seed ${options.seed}`, `of seed ${kernel.seed}`);
  if (startAt !== startedAt) refuse(`--clock ${startAt}`, `that began at ${startedAt}`);
  const made = dividends === null ? 'off' : 'on';
  const wanted = options.dividends ?? made;
  if (wanted !== made) refuse(`--dividends ${wanted}`, `whose dividends are ${made}`);
  const requested = options.settlement ?? settlement.mode;
  if (requested !== settlement.mode) refuse(`--settlement ${requested}`, `whose trades settle ${settlement.mode}`);
  const isOther = options.fixtureFile !== null && settings.get(FIXTURE_SETTING) !== contents?.fingerprint;
  if (isOther) refuse(`--fixture ${options.fixtureFile}`, 'that was made from other contents');
  if (lines.length > 0) throw new StartupError(64, lines);
  applyClockOptions(options, kernel);
}

/** Applies the clock options of this run; leaves the rest unchanged. */
export function applyClockOptions(
  { clockMode: mode, clockRate: rate }: Pick<WorldOptions, 'clockMode' | 'clockRate'>,
  kernel: Kernel,
): void {
  const wanted = { mode: mode ?? kernel.clock.mode, rate: rate ?? kernel.clock.rate };
  if (wanted.mode !== kernel.clock.mode || wanted.rate !== kernel.clock.rate) kernel.setClock(wanted);
}

/**
 * Exit 64 for an address of `--webhook` that is refused; call this before anything is created. `port` 0: any free one.
 */
export function checkWebhookUrls(options: WorldOptions, port: number): void {
  const faultOf = createUrlValidator(options, port === 0 ? null : port);
  const faults = options.webhookUrls.flatMap((url) => {
    const fault = faultOf(url);
    return fault === null ? [] : [`--webhook ${url}: ${fault}`];
  });
  if (faults.length > 0) throw new StartupError(64, faults);
}

/** Registers the addresses of `--webhook` that are not registered yet. */
export function registerWebhooks({ world, webhooks, commands }: OpenedWorld, urls: readonly string[]): void {
  const known = new Set(webhooks.endpoints().map(({ url }) => url));
  for (const url of urls) {
    if (known.has(url)) continue;
    const command = { ...BY_CONTROL_PLANE, method: 'POST', path: '/webhooks', body: JSON.stringify({ url }) };
    runRecorded(commands, command, () => addEndpoint(world, webhooks, webhookSecret, { ...DEFAULT_ENDPOINT, url }));
  }
}

/** More than anyone reads in a scenario. */
const MAX_CONTENTS = 500_000;

/** Prices of a file beside it cannot be written into another file, nor can references to a name there. */
export function storeContents(settings: SettingsStore, contents: ChosenContents | null): void {
  const text = JSON.stringify(contents?.world ?? {});
  const isWhole = contents === null || contents.world.series.every((entry) => typeof entry !== 'string');
  if (isWhole && text.length <= MAX_CONTENTS && !text.includes('${')) settings.set(CONTENTS_SETTING, text);
}
