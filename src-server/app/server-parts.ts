/**
 * What a server has for as long as it runs, while worlds replace each other behind it: tokens, the journal, its stream.
 */
import { join } from 'node:path';
import { type AppAdmission, createAppAdmission } from '../api/http/app-admission.ts';
import { EventStream } from '../api/stream/event-stream.ts';
import { createRecorder } from '../runner/recording/recorder.ts';
import { createFolderRecordings, createMemoryRecordings } from '../runner/recording/recording-store.ts';
import { randomToken, storedSecret } from '../system/files/world-files.ts';
import { hostClock } from '../system/host-time.ts';
import { createLog } from '../system/log.ts';
import { packageFolder, packageVersion } from '../system/package-root.ts';
import { openJournal } from '../world/open-journal.ts';
import type { ServerParts } from '../world/server-parts.ts';
import { createFolderSnapshotStore, createMemorySnapshotStore } from '../world/snapshots/snapshot-store.ts';
import { createUrlValidator, createWebhookSender, type ValidateUrl } from '../world/webhook-addresses.ts';
import type { BallastOptions } from './ballast-options.ts';
import type { CreateScenarioServices, ScenarioServices } from './scenario-services.ts';

/** What worlds are given, but for the function that puts their services together from all of this. */
export interface ServiceParts extends Omit<ServerParts, 'createService'> {
  readonly options: BallastOptions;
  readonly version: string;
  readonly adminToken: string;
  readonly admission: AppAdmission;
  /** Why the address of a webhook endpoint is refused, or `null`. */
  readonly urlFault: ValidateUrl;
  readonly scenarioServices: ScenarioServices;
  /** Where the app is once it is built. */
  readonly uiFolder: string;
  /** Where the site of the documents is once it is built. */
  readonly siteFolder: string;
  readonly swaggerFolder: string;
}

export interface PartSources extends Pick<ServiceParts, 'options' | 'root' | 'facts' | 'solver'> {
  readonly createScenarios: CreateScenarioServices;
}

export function createServiceParts({ createScenarios, ...sources }: PartSources, port: number): ServiceParts {
  const { options, root } = sources;
  const { dataDir } = options;
  const log = createLog(options.log);
  const adminToken = options.adminToken ?? randomToken();
  const admission = createAppAdmission(sessionSecret(options), randomToken);
  const { cookieToken, pageToken } = admission;
  const snapshots = dataDir === null ? createMemorySnapshotStore() : createFolderSnapshotStore(dataDir);
  const recordings = dataDir === null ? createMemoryRecordings() : createFolderRecordings(dataDir);
  return {
    ...sources,
    origin: `http://127.0.0.1:${port}`,
    log,
    version: packageVersion(root),
    adminToken,
    admission,
    journal: openJournal(options, [adminToken, cookieToken, pageToken], log),
    stream: new EventStream(randomToken().slice(0, 8), hostClock.after),
    snapshots,
    createRecorder: (host) => createRecorder(recordings, snapshots, host),
    urlFault: createUrlValidator(options, port),
    sendWebhook: createWebhookSender(options, port),
    scenarioServices: createScenarios(sources),
    uiFolder: join(root, 'out/renderer'),
    siteFolder: join(root, 'out/site'),
    swaggerFolder: packageFolder('swagger-ui-dist'),
  };
}

/** Stored with the world, so that a browser that was admitted is known again after a restart. */
function sessionSecret({ sessionSecret: given, dataDir }: BallastOptions): string {
  return given ?? (dataDir === null ? randomToken() : storedSecret(dataDir));
}
