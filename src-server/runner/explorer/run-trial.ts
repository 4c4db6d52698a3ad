/**
 * One run of a client under test in a world of its own (decision Q1): under the faults of a schedule, at the client's own
 * pace, until it has ended and the world has come to rest.
 */
import { faultList, faultView } from '../../contract/control/market/faults.ts';
import { isProcessed, isTransient, type ScheduledFault } from '../../explorer/schedule.ts';
import type { ClientEnd, TrialFault, TrialRecord, TrialRequest } from '../../explorer/trial-record.ts';
import type { ScenarioHost } from '../../scenario/run/scenario-host.ts';
import { type ClientRun, runClient } from '../../system/client-process.ts';
import { StartupError } from '../../world/startup-error.ts';
import { createScenarioHost, type ScenarioWorld } from '../replay/scenario-host.ts';
import type { StartWorld } from '../replay/start-world.ts';
import { isUnderWay, trialAttempts, trialIntents, trialRequest } from './collect-trial.ts';
import { type PaceTerms, startPace } from './pace.ts';

export interface TrialTerms extends PaceTerms {
  readonly command: readonly [program: string, ...words: string[]];
  /** Where the command runs. */
  readonly folder: string;
  /** Host ms that the client has. */
  readonly timeoutMs: number;
  readonly world: Pick<ScenarioWorld, 'seed' | 'startAt' | 'contents'>;
}

export interface Trial {
  readonly record: TrialRecord;
  /** The last of what the client said. */
  readonly output: string;
}

/** For clients that register a receiver of their own. */
const WEBHOOK_SECRET = 'whsec_ZXhwbG9yZXItb2YtY2xpZW50cy1vZi1iYWxsYXN0';
/** Virtual time after the end of the client, in which what it asked for may come to its end. */
const LONGEST_REST_MS = 5 * 86_400_000;

/** Rejects with `StartupError`: 64 for a command that cannot be run, 65 for faults that cannot be set. */
export async function runTrial(
  terms: TrialTerms,
  schedule: readonly ScheduledFault[],
  startWorld: StartWorld,
): Promise<Trial> {
  const options = { ...terms.world, driftCheckMs: null, rateLimitPerMinute: null, withJournal: true, realStamps: true };
  const host = await createScenarioHost(options, startWorld);
  try {
    const faults = await setFaults(host, schedule);
    const requests: TrialRequest[] = [];
    const pace = startPace(host, terms);
    const stopListening = host.onRequest((exchange) => {
      requests.push(trialRequest(exchange(), faults.processed));
      pace.requestAnswered();
    });
    const run = await runClient({
      command: terms.command,
      folder: terms.folder,
      timeoutMs: terms.timeoutMs,
      environment: environmentOf(host),
    });
    await pace.stop();
    stopListening();
    const end = endOf(terms, run);
    await comeToRest(host);
    const { world } = host.context();
    const record: TrialRecord = {
      end,
      requests,
      attempts: trialAttempts(host.webhooks()),
      intents: trialIntents(world),
      faults: await faultsAfter(host, schedule, faults.ids),
      brokenInvariants: [],
      isCheckSound: null,
    };
    return { record, output: run.output };
  } finally {
    await host.stop();
  }
}

interface SetFaults {
  /** In the order of the schedule. */
  readonly ids: readonly string[];
  readonly processed: ReadonlyMap<string, boolean>;
}

async function setFaults(host: ScenarioHost, schedule: readonly ScheduledFault[]): Promise<SetFaults> {
  const ids: string[] = [];
  const processed = new Map<string, boolean>();
  for (const { body } of schedule) {
    const { status, text } = await host.send({ base: 'control', method: 'POST', path: '/faults', body });
    if (status !== 201) throw new StartupError(65, [`${body.kind} cannot be set: ${text}`]);
    const { fault_id: id, scope } = faultView.parse(JSON.parse(text));
    ids.push(id);
    if (scope !== 'market') processed.set(id, isProcessed(body as Parameters<typeof isProcessed>[0]));
  }
  return { ids, processed };
}

function environmentOf({ addresses }: ScenarioHost): Record<string, string> {
  return {
    BALLAST_BASE_URL: addresses.baseUrl,
    BALLAST_FORM_A_URL: addresses.formAUrl,
    BALLAST_FORM_B_URL: addresses.formBUrl,
    BALLAST_CONTROL_URL: addresses.controlUrl,
    BALLAST_API_KEY: addresses.apiKey,
    BALLAST_ADMIN_TOKEN: addresses.adminToken,
    BALLAST_WEBHOOK_SECRET: WEBHOOK_SECRET,
  };
}

function endOf({ command }: TrialTerms, { outcome }: ClientRun): ClientEnd {
  if (outcome.how !== 'not_started') return outcome;
  throw new StartupError(64, [`the command ${command.join(' ')} cannot be run: ${outcome.reason}`]);
}

async function comeToRest(host: ScenarioHost): Promise<void> {
  const latestMs = host.nowMs() + LONGEST_REST_MS;
  while (isUnderWay(host.context().world)) {
    const dueMs = host.nextDueMs();
    if (dueMs === null || dueMs > latestMs) return;
    await host.advanceTo(dueMs);
  }
}

async function faultsAfter(
  host: ScenarioHost,
  schedule: readonly ScheduledFault[],
  ids: readonly string[],
): Promise<TrialFault[]> {
  const { body } = await host.send({ base: 'control', method: 'GET', path: '/faults?limit=1000' });
  const { faults } = faultList.parse(body);
  return schedule.flatMap((fault, index) => {
    const found = faults.find(({ fault_id: id }) => id === ids[index]);
    if (found === undefined) return [];
    return [{ faultId: found.fault_id, kind: found.kind, isTransient: isTransient(fault), hits: found.hits }];
  });
}
