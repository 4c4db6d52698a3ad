/** Creates a world of a server: its options, its database, its host. Leaves none of them open after a failure. */

import type { WorldSettings } from '../../api/control/worlds/worlds-service.ts';
import type { WorldContents } from '../../contract/scenario/world-file.ts';
import { BY_CONTROL_PLANE, runRecorded } from '../../engine/command-log.ts';
import { changeEndpoint } from '../../engine/commands/webhooks/manage-webhooks.ts';
import { accepted, type Outcome, type Refusal, refused, type ValidationIssue } from '../../engine/outcome.ts';
import { storageFailureOf } from '../../kernel/storage-failure.ts';
import { randomToken } from '../../system/files/world-files.ts';
import { isSinkPath } from '../../webhooks/endpoint-url.ts';
import { chooseContents } from '../../world/contents/world-contents.ts';
import type { OpenedWorld } from '../../world/opened-world.ts';
import { createFolderSnapshotStore } from '../../world/snapshots/snapshot-store.ts';
import { LostDatabaseError, StartupError } from '../../world/startup-error.ts';
import type { WorldHost } from '../../world/world-host.ts';
import type { BallastOptions } from '../ballast-options.ts';
import { withOwnKey } from '../own-key.ts';
import { prepareWorld } from '../prepare-world.ts';
import { createServiceParts, type ServiceParts, type SharedParts } from '../server-parts.ts';
import { hostWorld, storeBeginning } from './host-world.ts';

/** The inputs of a new world. */
export interface WorldPlan {
  readonly name: string;
  /** The options of the server, or of the world that is copied. */
  readonly base: BallastOptions;
  readonly settings: WorldSettings;
  readonly dataDir: string | null;
  readonly contents: WorldContents | null;
  /** The image of a saved world to begin with. */
  readonly image: Buffer | null;
  readonly isFork: boolean;
  /** The world that it was copied from. */
  readonly forkOf: string | null;
  /** False: the world exists already, as an image or in the data folder. */
  readonly beginsNew: boolean;
  /** `null`: one that derives from the seed. */
  readonly apiKey: string | null;
  /** `null`: a random one. */
  readonly adminToken: string | null;
}

export interface RunningWorld {
  readonly host: WorldHost;
  readonly parts: ServiceParts;
  readonly adminToken: string;
  readonly aliases: ReadonlyMap<string, string>;
}

/**
 * Refuses with 400 contents that cannot be created, with a detail for every issue at its place below `/world`. For a
 * plan with a folder, opens the world in it.
 */
export function makeWorld(shared: SharedParts, plan: WorldPlan): Promise<Outcome<RunningWorld>> {
  const refuse = plan.dataDir === null ? refuseNew : refuseStored;
  return orRefused(refuse, async (faults) => {
    const { opened, aliases, lasting } = await prepare(shared, plan, faults);
    let parts: ServiceParts | null = null;
    try {
      const adminToken = plan.adminToken ?? randomToken();
      parts = createServiceParts(shared, { options: lasting, name: plan.name, adminToken, worlds: null });
      const host = await hostWorld(parts, opened, opened.world.kernel.isNew || plan.image !== null);
      host.start();
      return { host, parts, adminToken, aliases };
    } catch (error) {
      parts?.forgetSecrets();
      opened.database.close();
      throw error;
    }
  });
}

/** A stored world whose time does not advance yet. */
interface StoredBeginning extends Pick<RunningWorld, 'adminToken' | 'aliases'> {
  readonly options: BallastOptions;
}

/**
 * Creates a world in its folder, with the image that a reset returns to, and does not open it. Refuses as `makeWorld`
 * does.
 */
export function storeWorld(
  shared: SharedParts,
  plan: WorldPlan & { readonly dataDir: string },
): Promise<Outcome<StoredBeginning>> {
  return orRefused(refuseNew, async (faults) => {
    const { opened, aliases, lasting } = await prepare(shared, plan, faults);
    try {
      await storeBeginning(createFolderSnapshotStore(plan.dataDir), opened);
      opened.commands?.flush();
      return { options: lasting, adminToken: plan.adminToken ?? randomToken(), aliases };
    } finally {
      opened.database.close();
    }
  });
}

function refuseNew({ lines }: StartupError): Refusal {
  return refused('invalid_request', `The world cannot be made: ${lines.join('; ')}.`);
}

/** Names no flag: nobody gave one for the folder of a stored world, and no other folder is possible. */
function refuseStored(error: StartupError): Refusal {
  const why =
    error instanceof LostDatabaseError
      ? `${error.what}; restore it from a copy, or end the world`
      : error.lines.map((line) => line.replace(/^--data /, '')).join('; ');
  return refused('invalid_request', `${why}.`);
}

async function orRefused<T>(
  refuse: (error: StartupError) => Refusal,
  work: (faults: ValidationIssue[]) => Promise<T>,
): Promise<Outcome<T>> {
  const faults: ValidationIssue[] = [];
  try {
    return accepted(await work(faults));
  } catch (error) {
    // A full disk is not the client's mistake.
    if (!(error instanceof StartupError) || storageFailureOf(error) !== null) throw error;
    if (faults.length === 0) return refuse(error);
    const [first] = faults;
    const more = faults.length > 1 ? `, and ${faults.length - 1} more (see details)` : '';
    return refused('invalid_request', `The request body is invalid: ${first?.path} ${first?.issue}${more}.`, faults);
  }
}

async function prepare(shared: SharedParts, plan: WorldPlan, faults: ValidationIssue[]) {
  const lasting = lastingOptions(plan);
  const describe = (fault: ValidationIssue) => {
    faults.push({ ...fault, path: `/world${fault.path}` });
    return `/world${fault.path} ${fault.issue}`;
  };
  const options: BallastOptions = {
    ...lasting,
    ...(plan.image === null ? {} : { image: plan.image }),
    ...(plan.contents === null ? {} : { contents: { world: plan.contents, describe } }),
  };
  const contents = await chooseContents(options, shared.root, shared.facts.market);
  const { opened, aliases } = prepareWorld(options, shared, contents, Number(new URL(shared.serverOrigin).port));
  try {
    const { kernel } = opened.world;
    // Drops an advance in progress: it was requested in another world.
    if (kernel.clock.advance !== null) kernel.setClock({ advance: null });
    if (plan.isFork) pauseWebhooks(opened);
    return { opened, aliases, lasting };
  } catch (error) {
    opened.database.close();
    throw error;
  }
}

/** Leaves out the initial contents of the world, which are in its database by now. */
function lastingOptions({ base, settings, dataDir, beginsNew, apiKey }: WorldPlan): BallastOptions {
  const { image: _image, contents: _contents, ...inherited } = base;
  return withOwnKey({
    ...inherited,
    ...(beginsNew ? {} : AS_STORED),
    ...settings,
    dataDir,
    apiKey,
    webhookUrls: [],
    fixtureFile: null,
    demo: false,
  });
}

/** The database of an existing world contains these options. */
const AS_STORED = {
  seed: null,
  startAt: null,
  driftCheckMs: null,
  dividends: null,
  settlement: null,
  clockMode: null,
  clockRate: null,
  tier: null,
} as const;

/** Must be called before the time of the copy advances. */
function pauseWebhooks({ world, webhooks, commands }: OpenedWorld): void {
  const leading = webhooks.endpoints().filter(({ url, status }) => status === 'enabled' && !isSinkPath(url));
  for (const { webhookId } of leading) {
    const command = {
      ...BY_CONTROL_PLANE,
      method: 'PATCH',
      path: `/webhooks/${webhookId}`,
      body: JSON.stringify({ status: 'paused' }),
    };
    // Attempts in progress belong to the other world.
    const stopAttempts = () => {
      for (const delivery of webhooks.sendingDeliveries()) {
        if (delivery.webhookId === webhookId)
          webhooks.updateDelivery({ ...delivery, sending: false, nextAttemptMs: null });
      }
    };
    runRecorded(commands, command, () =>
      changeEndpoint(world, webhooks, stopAttempts, webhookId, { status: 'paused' }),
    );
  }
}
