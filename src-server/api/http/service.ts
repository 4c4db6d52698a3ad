/** What the routes need: the world, the time driver, and what belongs to this server rather than to its world. */

import type { RequestListener } from 'node:http';
import type { Fingerprint, Session } from '../../contract/control/world/session.ts';
import type { Storage } from '../../contract/control/world/storage.ts';
import type { CommandLog } from '../../engine/command-log.ts';
import type { PortfolioLog } from '../../engine/ports/history-port.ts';
import type { RecordingService } from '../../engine/ports/recording-port.ts';
import type { SendRequest } from '../../engine/ports/request-port.ts';
import type { SinkStore } from '../../engine/ports/sink-ports.ts';
import type { EventStore } from '../../engine/ports/stores.ts';
import type { DeliveryRecord, SignatureCheck, WebhookStore } from '../../engine/ports/webhook-ports.ts';
import type { SignatureExplanation, SignatureMessage } from '../../engine/signature-explanation.ts';
import type { SnapshotService } from '../../engine/snapshot-service.ts';
import type { World } from '../../engine/world.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { TimeDriver } from '../../kernel/time-driver.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { ScenarioService } from '../../scenario/run/scenario-service.ts';
import type { SweepService } from '../../scenario/run/sweep-service.ts';
import type { JournalRecorder } from '../journal/journal-recorder.ts';
import type { EventStream } from '../stream/event-stream.ts';
import type { ApiKeyIndex } from './api-key-index.ts';
import type { AppAdmission } from './app-admission.ts';
import type { RequestWindow } from './rate-limit.ts';

/** The webhooks room as the control plane uses it. */
export interface WebhookService {
  redeliver(unit: UnitOfWork, delivery: DeliveryRecord): DeliveryRecord;
  /** Marks what may leave of an endpoint, after something about it has changed. */
  scheduleNext(unit: UnitOfWork, webhookId: string): void;
  secretOf(seed: number, webhookId: string, rotations: number): string;
  check(secret: string, headers: Readonly<Record<string, string | undefined>>, body: string): SignatureCheck;
  /** The same for any message, against everything that this world knows. */
  explain(message: SignatureMessage): SignatureExplanation;
  /** The clock that stamps webhooks: the wall's, or virtual time in a scenario. */
  stampNowMs(): number;
  /** Why an endpoint address is refused, or `null`. */
  urlFault(url: string): string | null;
}

/** What can be told of the storage at once; the journal's entries are counted by its own thread, snapshots by their shelf. */
export interface KeptStorage extends Pick<Storage, 'folder' | 'world'> {
  readonly journal: Omit<Storage['journal'], 'entries' | 'unwritten' | 'lost'>;
}

export interface Service {
  readonly world: World;
  readonly kernel: Kernel;
  readonly driver: TimeDriver;
  /** The kind of timers that send webhooks. */
  readonly attemptTimer: string;
  readonly events: EventStore;
  readonly portfolioLog: PortfolioLog;
  /** `null` where commands are not kept. */
  readonly commands: CommandLog | null;
  readonly webhooks: WebhookStore;
  readonly webhookService: WebhookService;
  readonly onDelivery: (listener: (delivery: DeliveryRecord) => void) => () => void;
  readonly onClockChange: (listener: () => void) => () => void;
  /** No entry of the journal up to this number wrote the log entry of that number: it was written in a world since left. */
  readonly journalFloor: (eventSeq: number) => number;
  readonly keeper: SnapshotService;
  readonly recordings: RecordingService;
  /** Worlds beside this one, which goes on whatever happens in them. */
  readonly scenarios: ScenarioService;
  readonly sweeps: SweepService;
  /** True once another world has taken the place of this one; its database is closed. */
  readonly isOver: () => boolean;
  /** Has a request answered by the world that is there now. */
  readonly answerAnew: RequestListener;
  readonly stream: EventStream;
  readonly journal: JournalRecorder;
  readonly sink: SinkStore;
  readonly keys: ApiKeyIndex;
  readonly nextRequestId: () => string;
  readonly monotonicMs: () => number;
  /** Wall clock, Unix milliseconds: for stamps that leave the house. */
  readonly epochMs: () => number;
  readonly sendRequest: SendRequest;
  /** Waits no longer than this world is there: what waits then runs at once. */
  readonly after: (delayMs: number, run: () => void) => () => void;
  /** `perMinute` holds for keys without a limit of their own; `null`: none. */
  readonly rateLimit: { readonly perMinute: number | null; readonly window: RequestWindow };
  /** Draws the secret of a new API key. */
  readonly newSecret: () => string;
  readonly adminToken: string;
  /** Lets browsers in. */
  readonly admission: AppAdmission;
  /** Names besides those of loopback under which requests may come, in small letters. */
  readonly allowedHosts: readonly string[];
  readonly session: () => Session;
  readonly fingerprint: () => Fingerprint;
  /** Where the world is kept and how large that is. */
  readonly storage: () => KeptStorage;
  /** Folder of the built app, `null` when it is not built. */
  readonly uiFolder: string | null;
  /** The page of the built app, as it is now. */
  readonly readAppPage: () => string;
  /** Where the files of the npm package swagger-ui-dist are. */
  readonly swaggerFolder: string;
  readonly logBug: (error: unknown) => void;
}
