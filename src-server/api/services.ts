/** The parts of a world and of its server that handlers may use. Each handler names the members it needs. */
import type { BrowserSession, Fingerprint } from '../contract/control/world/session.ts';
import type { Operation } from '../contract/openapi/operation.ts';
import type { InstrumentService } from '../engine/instrument-service.ts';
import type { PortfolioLog } from '../engine/ports/history-port.ts';
import type { DatedEntry } from '../engine/ports/journal-port.ts';
import type { RecordingService } from '../engine/ports/recording-port.ts';
import type { SendRequest } from '../engine/ports/request-port.ts';
import type { SinkStore } from '../engine/ports/sink-ports.ts';
import type { EventStore } from '../engine/ports/stores.ts';
import type { WebhookStore } from '../engine/ports/webhook-ports.ts';
import type { KnownSecrets } from '../engine/redaction/known-secrets.ts';
import type { SnapshotService } from '../engine/snapshot-service.ts';
import type { World } from '../engine/world.ts';
import type { ImportReader } from '../imports/import-reader.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { TimeDriver } from '../kernel/time-driver.ts';
import type { ContentReader } from '../scenario/load/stub-content.ts';
import type { ExplorerService } from '../scenario/run/explorer-service.ts';
import type { LabService } from '../scenario/run/lab-service.ts';
import type { ScenarioService } from '../scenario/run/scenario-service.ts';
import type { SweepService } from '../scenario/run/sweep-service.ts';
import type { WebhookService } from './control/webhooks/webhook-service.ts';
import type { PreferenceStore } from './control/world/preference-store.ts';
import type { StorageFacts } from './control/world/storage-facts.ts';
import type { WorldsService } from './control/worlds/worlds-service.ts';
import type { After } from './http/after.ts';
import type { ApiKeyIndex } from './http/api-key-index.ts';
import type { Handlers } from './http/handler.ts';
import type { RequestWindow } from './http/rate-limit.ts';
import type { JournalRecorder } from './journal/journal-recorder.ts';

export interface Services {
  readonly world: World;
  readonly kernel: Kernel;
  readonly driver: TimeDriver;
  readonly events: EventStore;
  readonly portfolioLog: PortfolioLog;
  /** True once another world has replaced this one; its database is closed. */
  readonly isOver: () => boolean;
  readonly after: After;
  readonly monotonicMs: () => number;
  readonly onClockChange: (listener: () => void) => () => void;
  readonly logBug: (error: unknown) => void;

  readonly instruments: InstrumentService;
  readonly snapshots: SnapshotService;
  readonly recordings: RecordingService;
  readonly importReader: ImportReader;
  readonly storage: () => StorageFacts;
  readonly session: () => BrowserSession;
  readonly fingerprint: () => Fingerprint;

  readonly keys: ApiKeyIndex;
  /** Draws the secret of a new API key. */
  readonly newSecret: () => string;
  /** `perMinute` applies to keys without a limit of their own; `null`: none. */
  readonly rateLimit: { readonly perMinute: number | null; readonly window: Pick<RequestWindow, 'usedBy'> };
  readonly secrets: Pick<KnownSecrets, 'sought' | 'soughtCredentials'>;

  readonly journal: JournalRecorder;
  /**
   * Whether the world was rewound to before this entry of the journal, so that its changes are no longer in the world.
   */
  readonly isUndone: (entry: DatedEntry) => boolean;
  readonly sendRequest: SendRequest;
  /** Reads the files that responses of stubs may name (decision R1). */
  readonly readStubContent: ContentReader;

  readonly webhooks: WebhookStore;
  readonly webhookService: WebhookService;
  readonly sink: SinkStore;
  /** Kind of the timers that send webhooks. */
  readonly attemptTimer: string;

  readonly scenarios: ScenarioService;
  readonly sweeps: SweepService;
  readonly labs: LabService;
  readonly explorer: ExplorerService;
  readonly preferences: PreferenceStore;
  /** `null` in every world except the first: a world that ends with the first one cannot create others. */
  readonly worlds: WorldsService | null;
  /** Origin of this server, without the address of a world. */
  readonly serverOrigin: string;
}

/** The handlers of some rows, with the services that they name. */
export type HandlersFor<Rows extends Readonly<Record<string, Operation>>, Names extends keyof Services> = Handlers<
  Rows,
  Pick<Services, Names>
>;
