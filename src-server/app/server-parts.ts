/**
 * The parts of a server that last as long as it runs, and those of a world that last as long as it is hosted, while
 * snapshots of it replace each other: tokens, its journal, its stream.
 */
import { join } from 'node:path';
import type { PreferenceStore } from '../api/control/world/preference-store.ts';
import type { WorldsService } from '../api/control/worlds/worlds-service.ts';
import { type AppAdmission, createAppAdmission } from '../api/http/app-admission.ts';
import { EventStream } from '../api/stream/event-stream.ts';
import { addressOfWorld, DEFAULT_WORLD } from '../contract/control/worlds/world-address.ts';
import { createKnownSecrets, type KnownSecrets, type SecretShare } from '../engine/redaction/known-secrets.ts';
import { createRecorder } from '../runner/recording/recorder.ts';
import { createFolderRecordings, createMemoryRecordings } from '../runner/recording/recording-store.ts';
import { createJournalThread, type JournalThread } from '../store/journal/journal-thread.ts';
import { randomToken } from '../system/files/world-files.ts';
import { hostClock } from '../system/host-time.ts';
import { originOf } from '../system/http/listen.ts';
import { createLog } from '../system/log.ts';
import { packageFolder, packageVersion } from '../system/package-root.ts';
import { threadEnvironment } from '../system/thread-environment.ts';
import { openJournal } from '../world/open-journal.ts';
import type { ServerParts } from '../world/server-parts.ts';
import { createFolderSnapshotStore, createMemorySnapshotStore } from '../world/snapshots/snapshot-store.ts';
import { createUrlValidator, createWebhookSender, type ValidateUrl } from '../world/webhook-addresses.ts';
import type { BallastOptions } from './ballast-options.ts';
import { createPreferenceStore } from './preference-store.ts';
import type { CreateScenarioServices, ScenarioServices } from './scenario-services.ts';

/** The parts that all worlds of a server share. */
export interface SharedParts extends Pick<ServerParts, 'root' | 'facts' | 'solver' | 'log' | 'sendWebhook'> {
  /** The options of the server and of its first world. */
  readonly options: BallastOptions;
  /** `http://127.0.0.1:…` or `http://[::1]:…`, without the address of a world. */
  readonly serverOrigin: string;
  readonly version: string;
  /** Gives access to the control plane of every world. */
  readonly adminToken: string;
  readonly admission: AppAdmission;
  /** The origin of the app; that of the service if the app has no name of its own. */
  readonly appOrigin: string;
  /** The secrets of all its worlds. */
  readonly secrets: KnownSecrets;
  readonly journals: JournalThread;
  /** Returns why the address of a webhook endpoint is refused, or `null`. */
  readonly urlFault: ValidateUrl;
  readonly scenarioServices: ScenarioServices;
  /** Preferences of the app. */
  readonly preferences: PreferenceStore;
  /** Folder of the app once it is built. */
  readonly uiFolder: string;
  /** Folder of the documentation site once it is built. */
  readonly siteFolder: string;
  readonly swaggerFolder: string;
}

/** The parts of a world, except the function that creates its services from them. */
export interface ServiceParts extends Omit<ServerParts, 'createService'>, Omit<SharedParts, 'adminToken' | 'options'> {
  readonly options: BallastOptions;
  readonly name: string;
  /** Each of them gives access to the control plane of this world. */
  readonly adminTokens: readonly string[];
  /** The one of `adminTokens` that gives access to every world and to operations of the whole server. */
  readonly serverToken: string;
  /** The secrets of this world: those that last as long as it is hosted, and those that its clients had created. */
  readonly ownSecrets: { readonly lasting: SecretShare; readonly made: SecretShare };
  /** `null` in every world except the first. */
  readonly worlds: WorldsService | null;
}

export interface PartSources extends Pick<SharedParts, 'options' | 'root' | 'facts' | 'solver'> {
  readonly createScenarios: CreateScenarioServices;
}

export function createSharedParts({ createScenarios, ...sources }: PartSources, port: number): SharedParts {
  const { options, root } = sources;
  const secrets = createKnownSecrets();
  const entries = secrets.share();
  const newToken = () => {
    const token = randomToken();
    entries.add(token);
    return token;
  };
  const adminToken = options.adminToken ?? randomToken();
  const admission = createAppAdmission(options.sessionSecret ?? randomToken(), newToken, options.appAddress);
  secrets.add(adminToken, admission.cookieToken, admission.pageToken);
  const log = createLog(options.log, () => secrets.sought, options.logFormat);
  const serverOrigin = originOf(options.host ?? '127.0.0.1', port);
  return {
    ...sources,
    serverOrigin,
    appOrigin: admission.host === null ? serverOrigin : `http://${admission.host}:${port}`,
    log,
    secrets,
    version: packageVersion(root),
    adminToken,
    admission,
    journals: createJournalThread(threadEnvironment()),
    urlFault: createUrlValidator(options, port),
    sendWebhook: createWebhookSender(options, port),
    scenarioServices: createScenarios({ ...sources, note: log.trouble }),
    preferences: createPreferenceStore(options.dataDir, log.trouble),
    uiFolder: join(root, 'out/renderer'),
    siteFolder: join(root, 'out/site'),
    swaggerFolder: packageFolder('swagger-ui-dist'),
  };
}

/** The name of a world and its address within its server. */
interface WorldPlace extends Pick<ServiceParts, 'options' | 'worlds'> {
  readonly name: string;
  /** Token of this world alone; `null`: only that of the server. */
  readonly adminToken: string | null;
}

export function createServiceParts(
  { adminToken: serverToken, ...shared }: SharedParts,
  { options, name, worlds, adminToken }: WorldPlace,
): ServiceParts {
  const { dataDir } = options;
  const ownSecrets = { lasting: shared.secrets.share(), made: shared.secrets.share() };
  ownSecrets.lasting.add(...(adminToken === null ? [] : [adminToken]));
  const adminTokens = adminToken === null ? [serverToken] : [adminToken, serverToken];
  const snapshots = dataDir === null ? createMemorySnapshotStore() : createFolderSnapshotStore(dataDir);
  const recordings = dataDir === null ? createMemoryRecordings() : createFolderRecordings(dataDir);
  return {
    ...shared,
    options,
    name,
    worlds,
    adminTokens,
    serverToken,
    ownSecrets,
    forgetSecrets() {
      ownSecrets.lasting.forget();
      ownSecrets.made.forget();
    },
    origin: `${shared.serverOrigin}${addressOfWorld(name)}`,
    journal: openJournal(shared.journals, options, shared.secrets, shared.log),
    stream: new EventStream(randomToken().slice(0, 8), hostClock.after),
    snapshots,
    createRecorder: (host) => createRecorder(recordings, snapshots, host, shared.log.trouble),
  };
}

/** Returns the place of the first world of every server. */
export function placeOfFirst(options: BallastOptions, worlds: WorldsService): WorldPlace {
  return { options, worlds, name: DEFAULT_WORLD, adminToken: null };
}
