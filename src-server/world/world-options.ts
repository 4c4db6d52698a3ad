/** The options of a world that is started; those of the server around it are in `app/ballast-options.ts`. */
import type { DividendsMode } from '../contract/fields/dividends-mode.ts';
import type { WorldContents } from '../contract/scenario/world-file.ts';
import type { ValidationIssue } from '../engine/outcome.ts';
import type { Tier } from '../engine/ports/account-ports.ts';
import type { AllowedHost } from '../engine/ports/webhook-ports.ts';
import type { WorldSettlementMode } from '../engine/settlement/world-settlement.ts';
import type { RulesMode } from '../engine/world.ts';
import type { ClockMode } from '../kernel/kernel-store.ts';
import type { Resolve } from '../system/http/address-gate.ts';
import type { ContentsPlace } from './contents/series-files.ts';

export interface WorldOptions {
  /** Folder of the database; `null` stores the world in memory. */
  readonly dataDir: string | null;
  /** Seed of a new world; `null`: 1. Exit 64 where the folder has a world of another seed. */
  readonly seed: number | null;
  /** When a new world begins; `null`: the start of decision J. Exit 64 where the folder's world began elsewhere. */
  readonly startAt: number | null;
  /** `null`: realtime at rate 1 for a new world, unchanged for one that exists. */
  readonly clockMode: ClockMode | null;
  readonly clockRate: number | null;
  /** `null`: derived from the seed. */
  readonly apiKey: string | null;
  /** The tier of the account `default`; `null`: `growth` in a new world, unchanged in one that exists. */
  readonly tier: Tier | null;
  readonly rules: RulesMode;
  /**
   * How trades settle in a new world; `null` or left out: as its contents say, else immediate. Exit 64 where the folder
   * has a world that settles otherwise.
   */
  readonly settlement?: WorldSettlementMode | null;
  readonly webhookUrls: readonly string[];
  /** Hosts beyond loopback that webhooks may go to (decision I15). */
  readonly allowedWebhookHosts?: readonly AllowedHost[];
  /** Certificates in PEM that receivers may have, in addition to those that Node trusts (decision I22). */
  readonly webhookCa?: string | null;
  /** How host names are resolved; left out: by this machine. */
  readonly resolveHost?: Resolve;
  /** A world file that populates a new world. */
  readonly fixtureFile: string | null;
  /** Populates a new world with the demo portfolios. */
  readonly demo: boolean;
  /** Limits of the recorded HTTP traffic, the oldest dropped first; 0 rows: nothing is recorded. */
  readonly journal: { readonly rows: number; readonly megabytes: number };
  /** False: commands are not stored, so the world cannot be recorded; left out: they are. */
  readonly recordCommands?: boolean;
  /** How often drift is checked, virtual ms; `null`: every 15 minutes in a new world, unchanged in one that exists. */
  readonly driftCheckMs: number | null;
  /**
   * Whether instruments of a new world pay dividends (decision O2); `null` or left out: only if its contents say so.
   * Exit 64 where the folder's world differs.
   */
  readonly dividends?: DividendsMode | null;
  /** Stamps webhooks and counts rate limits by virtual time, as scenarios do (decisions E2, I). */
  readonly virtualStamps?: boolean;
  /** A saved world to begin from instead of a new one; the data folder has to be empty. */
  readonly image?: Buffer;
  /** A timer that fails ends the process, as a bug of Ballast; left out: it pauses the clock of its world only. */
  readonly endsOnFailedTimer?: boolean;
  /** Webhooks to any address other than the built-in receivers' are not sent and count as accepted (decision K53). */
  readonly standInReceivers?: boolean;
  /** Contents of a new world that do not come from a file. */
  readonly contents?: {
    readonly world: WorldContents;
    readonly describe: (fault: ValidationIssue) => string;
    /** Where they come from; left out: nowhere, so they cannot name files. */
    readonly place?: ContentsPlace;
  };
}
