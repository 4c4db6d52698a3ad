/** What a server keeps while worlds come and go behind it: market facts, tokens, the journal, the readers of its stream. */
import { join } from 'node:path';
import { type AppAdmission, createAppAdmission } from '../api/http/app-admission.ts';
import type { JournalRecorder } from '../api/journal/journal-recorder.ts';
import { EventStream } from '../api/stream/event-stream.ts';
import type { LinearSolver } from '../domain/budget/linear-solver.ts';
import type { SendHttp } from '../engine/ports/webhook-ports.ts';
import { createScenarioLibrary, type ScenarioLibrary } from '../runner/library/scenario-library.ts';
import { createValidatedScenarios } from '../runner/library/validated-scenarios.ts';
import { createValidationCache } from '../runner/library/validation-cache.ts';
import { createValidationThread } from '../runner/library/validation-thread.ts';
import { createScenarioRunner, type ScenarioRunner } from '../runner/replay/scenario-runner.ts';
import { createSweepRunner, type SweepRunner } from '../runner/sweep/sweep-runner.ts';
import { shownPath } from '../system/files/read-source.ts';
import { builtApp, randomToken, storedSecret } from '../system/files/world-files.ts';
import { hostClock } from '../system/host-time.ts';
import { createLog, type Log } from '../system/log.ts';
import { packageFolder, packageVersion } from '../system/package-root.ts';
import type { MarketFacts } from '../world/market-facts.ts';
import { openJournal } from '../world/open-journal.ts';
import { createUrlValidator, createWebhookSender, type ValidateUrl } from '../world/webhook-addresses.ts';
import type { BallastOptions } from './ballast-options.ts';

export interface ServerParts {
  readonly options: BallastOptions;
  readonly root: string;
  readonly facts: MarketFacts;
  readonly solver: LinearSolver;
  /** Where it listens. */
  readonly origin: string;
  readonly port: number;
  readonly log: Log;
  readonly version: string;
  readonly adminToken: string;
  readonly admission: AppAdmission;
  readonly journal: JournalRecorder;
  /** Why the address of a webhook endpoint is refused, or `null`. */
  readonly urlFault: ValidateUrl;
  /** Carries webhooks out; worlds come and go behind its connections. */
  readonly sendWebhook: SendHttp;
  /** Tells its readers of whichever world is there. */
  readonly stream: EventStream;
  /** Scenarios of the folder, and those that were opened. */
  readonly library: ScenarioLibrary;
  /** Plays scenarios beside whichever world is there. */
  readonly scenarios: ScenarioRunner;
  /** Sweeps them, beside whichever world is there, too. */
  readonly sweeps: SweepRunner;
  /** Folder of the built app, `null` when it is not built. */
  readonly uiFolder: string | null;
  readonly swaggerFolder: string;
}

export function createServerParts(
  known: Pick<ServerParts, 'options' | 'root' | 'facts' | 'solver' | 'port'>,
): ServerParts {
  const { options, root, port } = known;
  const log = createLog(options.log);
  const adminToken = options.adminToken ?? randomToken();
  const admission = createAppAdmission(sessionSecret(options), randomToken);
  const { cookieToken, pageToken } = admission;
  const folder = shownPath(options.scenarios ?? join(root, 'fixtures/scenarios'));
  const cache = options.cacheDir === undefined ? null : createValidationCache(options.cacheDir, folder);
  const library = createScenarioLibrary(
    folder,
    createValidatedScenarios(createValidationThread(), cache),
    cache !== null,
  );
  return {
    ...known,
    origin: `http://127.0.0.1:${port}`,
    log,
    version: packageVersion(root),
    adminToken,
    admission,
    journal: openJournal(options, [adminToken, cookieToken, pageToken], log),
    stream: new EventStream(randomToken().slice(0, 8), hostClock.after),
    urlFault: createUrlValidator(options, port),
    sendWebhook: createWebhookSender(options, port),
    scenarios: createScenarioRunner(
      { folder, canSave: options.scenarios !== undefined },
      library,
      known.facts.market,
      known.solver,
    ),
    sweeps: createSweepRunner(library),
    library,
    uiFolder: builtApp(join(root, 'out/renderer')),
    swaggerFolder: packageFolder('swagger-ui-dist'),
  };
}

/** Kept with the world, so that a browser that was let in is known again after a restart. */
function sessionSecret({ sessionSecret: given, dataDir }: BallastOptions): string {
  return given ?? (dataDir === null ? randomToken() : storedSecret(dataDir));
}
