/**
 * One run of a client under test in a world of its own (decision Q1): under the faults of a schedule, at the client's
 * own pace, until the client has exited and the world is at rest.
 */

import { type CreateHttpFault, faultList, faultView } from '../../contract/control/market/faults.ts';
import { webhookList } from '../../contract/control/webhooks/webhooks.ts';
import type { TrialAction } from '../../contract/scenario/explore-file.ts';
import type { ValidationIssue } from '../../engine/outcome.ts';
import { redactText, secretsIn } from '../../engine/redact-secrets.ts';
import { isCredentialName } from '../../engine/redaction/credential-names.ts';
import { titleOf } from '../../explorer/finding-files.ts';
import {
  describeScheduled,
  isProcessed,
  isTransient,
  kindOfFault,
  type ScheduledFault,
} from '../../explorer/schedule.ts';
import type { ClientEnd, TrialFault, TrialRecord, TrialRequest } from '../../explorer/trial-record.ts';
import type { ClientArguments, TrialStory, TrialTask } from '../../explorer/trial-task.ts';
import { askControl } from '../../scenario/run/ask-control.ts';
import { runScenario } from '../../scenario/run/run-scenario.ts';
import type { ScenarioHost } from '../../scenario/run/scenario-host.ts';
import { type ClientRun, type ClientTask, runClient } from '../../system/client-process.ts';
import { withTemporaryFolder } from '../../system/files/temporary-folder.ts';
import { freePort } from '../../system/http/listen.ts';
import { StartupError } from '../../world/startup-error.ts';
import { createScenarioHost } from '../replay/scenario-host.ts';
import { beginningOf, settingsOf } from '../replay/scenario-world.ts';
import type { StartWorld } from '../replay/start-world.ts';
import { isUnderWay, trialAttempts, trialExchanges, trialIntents, trialRequest } from './collect-trial.ts';
import { type Pace, startPace } from './pace.ts';

export type RunClient = (task: ClientTask) => Promise<ClientRun>;

/** The parts of a trial other than its task. */
export interface TrialParts {
  readonly startWorld: StartWorld;
  /** Runs the client; if left out, in a new process for each trial. */
  readonly runClient?: RunClient;
  readonly signal?: AbortSignal | undefined;
  /** Whether the requests are recorded as a scenario. */
  readonly withScenario?: boolean;
}

/** For clients that register their own webhook receiver. */
const WEBHOOK_SECRET = 'whsec_ZXhwbG9yZXItb2YtY2xpZW50cy1vZi1iYWxsYXN0';
/** Largest number of recorded requests of a trial. */
const MAX_REQUESTS = 10_000;
/** Virtual time after the client's exit, in which its rebalances may end. */
const LONGEST_REST_MS = 5 * 86_400_000;

/** Rejects with `StartupError`: 64 for a command that cannot be run, 65 for an invalid world or invalid faults. */
export function runSchedule(
  task: TrialTask,
  schedule: readonly ScheduledFault[],
  parts: TrialParts,
): Promise<TrialStory> {
  return withTemporaryFolder((folder) => runIn(folder, task, schedule, parts));
}

async function runIn(
  folder: string,
  task: TrialTask,
  schedule: readonly ScheduledFault[],
  parts: TrialParts,
): Promise<TrialStory> {
  const { withScenario: recordCommands = false } = parts;
  // A restarted server continues from the stored world.
  const dataDir = schedule.some((fault) => actionOf(fault)?.action === 'restart_server') ? `${folder}/world` : null;
  const host = await createScenarioHost({ ...worldOf(task), dataDir, recordCommands }, parts.startWorld);
  try {
    const receiver = task.webhookPath === null ? null : await addReceiver(host, task.webhookPath);
    const environment = { ...environmentOf(host, folder), ...receiver?.environment };
    const faults = await setFaults(host, schedule);
    const client = parts.runClient ?? ((each) => runClient(task, each));
    const { requests, run } = await runClientIn(host, task, { schedule, faults }, (signal) =>
      client({ environment, timeoutMs: task.timeoutMs, signal: either(parts.signal, signal) }),
    );
    const end = endOf(task, run);
    await comeToRest(host);
    const check =
      task.check === null ? null : await runCheck(task.check, { ...task, environment, signal: parts.signal });
    const { world } = host.context();
    const record: TrialRecord = {
      end,
      requests,
      attempts: trialAttempts(host.webhooks()),
      intents: trialIntents(world),
      faults: await faultsAfter(host, schedule, faults),
      exchanges: trialExchanges(world),
      hasOwnReceiver: (await receiversOf(host)).some((id) => id !== receiver?.id),
      brokenInvariants: await brokenInvariants(host, task),
      isCheckSound: check === null ? null : isZero(check),
    };
    const scenario = recordCommands ? await recordedScenario(host, titleOf(schedule)) : '';
    const plain = withoutSecretsOf(environment);
    const checkOutput = check === null ? null : plain(check.output);
    return { record, output: plain(run.output), checkOutput, scenario };
  } finally {
    await host.stop();
  }
}

/** A client's output may contain secrets that it received; they must not be stored in a finding. */
function withoutSecretsOf(environment: Readonly<Record<string, string | undefined>>): (output: string) => string {
  const given = Object.entries(environment).flatMap(([name, value]) =>
    isCredentialName(name) && value ? [value] : [],
  );
  return (output) => redactText(output, secretsIn('', given));
}

function worldOf({ world }: TrialTask) {
  const { contents, file, root } = world;
  const describe = ({ path, issue }: ValidationIssue) => `${file}: /world${path}: ${issue}`;
  return {
    ...beginningOf(world),
    ...settingsOf(world),
    contents: { world: contents, describe, place: { file, root } },
    hasClients: true,
  };
}

function either(one: AbortSignal | undefined, other: AbortSignal): AbortSignal {
  return one === undefined ? other : AbortSignal.any([one, other]);
}

interface SetFaults {
  /** In the order of the schedule; `null`: not a fault of the world. */
  readonly ids: readonly (string | null)[];
  readonly processed: ReadonlyMap<string, boolean>;
  /** How often each action was performed, by its index in the schedule. */
  readonly done: Map<number, number>;
}

async function setFaults(host: ScenarioHost, schedule: readonly ScheduledFault[]): Promise<SetFaults> {
  const ids: (string | null)[] = [];
  const processed = new Map<string, boolean>();
  for (const fault of schedule) {
    if ('action' in fault) {
      ids.push(null);
      continue;
    }
    const { body } = fault;
    const { status, text } = await askControl(host, 'POST /faults', { body });
    if (status !== 201) throw new StartupError(65, [`${body.kind} cannot be set: ${text}`]);
    const { fault_id: id, scope } = faultView.parse(JSON.parse(text));
    ids.push(id);
    if (scope !== 'market') processed.set(id, isProcessed(body as CreateHttpFault));
  }
  return { ids, processed, done: new Map() };
}

interface RunningTrial {
  readonly schedule: readonly ScheduledFault[];
  readonly faults: SetFaults;
}

/** Records the client's requests, moves time with them, and performs the actions after some of them. */
async function runClientIn(
  host: ScenarioHost,
  task: TrialTask,
  { schedule, faults }: RunningTrial,
  run: (signal: AbortSignal) => Promise<ClientRun>,
) {
  const requests: TrialRequest[] = [];
  const responseCounts = new Map<string | null, number>();
  const pace = startPace(host, task);
  const stopListening = host.onRequest((exchange) => {
    const request = trialRequest(exchange(), faults.processed);
    const count = (responseCounts.get(request.operation) ?? 0) + 1;
    responseCounts.set(request.operation, count);
    // A client that sends requests for ever would fill the memory.
    if (requests.length < MAX_REQUESTS) requests.push(request);
    pace.responseSent();
    for (const [index, fault] of schedule.entries()) {
      const action = actionOf(fault);
      if (action === null || action.after !== request.operation || faults.done.has(index)) continue;
      if (count === action.skip + 1) doAction(host, pace, action, () => faults.done.set(index, 1));
    }
  });
  // An error while time is moved would leave the client waiting.
  const failing = new AbortController();
  pace.onFailure(() => failing.abort());
  try {
    return { requests, run: await run(failing.signal) };
  } finally {
    await pace.stop();
    stopListening();
  }
}

function actionOf(fault: ScheduledFault): TrialAction | null {
  return 'action' in fault ? fault.action : null;
}

function doAction(host: ScenarioHost, pace: Pace, { action }: TrialAction, done: () => void): void {
  pace.whileStill(async () => {
    if (action === 'restart_server') await host.restartFromImage();
    else for (const id of await receiversOf(host)) await rotateSecret(host, id);
    done();
  });
}

async function rotateSecret(host: ScenarioHost, id: string): Promise<void> {
  const terms = { params: { id }, body: { overlap: 'none' } } as const;
  const { status, text } = await askControl(host, 'POST /webhooks/{id}/rotate-secret', terms);
  if (status !== 200) throw new StartupError(65, [`the secret of ${id} cannot be rotated: ${text}`]);
}

async function receiversOf(host: ScenarioHost): Promise<string[]> {
  const { body } = await askControl(host, 'GET /webhooks', { query: { limit: 1000 } });
  return webhookList.parse(body).webhooks.map(({ webhook_id: id }) => id);
}

/** The client listens on a port that is passed to it. */
async function addReceiver(host: ScenarioHost, path: string) {
  const port = await freePort();
  const webhook = { url: `http://127.0.0.1:${port}${path}`, secret: WEBHOOK_SECRET };
  const { status, text } = await askControl(host, 'POST /webhooks', { body: webhook });
  if (status !== 201) throw new StartupError(65, [`the receiver of webhooks cannot be added: ${text}`]);
  const { webhook_id: id } = JSON.parse(text) as { webhook_id: string };
  return { id, environment: { BALLAST_WEBHOOK_PORT: String(port) } };
}

function environmentOf({ addresses, aliases }: ScenarioHost, folder: string): Record<string, string> {
  const portfolios = [...aliases].map(([name, id]) => [`BALLAST_PORTFOLIO_${name.toUpperCase()}`, id]);
  return {
    ...Object.fromEntries(portfolios),
    BALLAST_BASE_URL: addresses.baseUrl,
    BALLAST_FORM_A_URL: addresses.formAUrl,
    BALLAST_FORM_B_URL: addresses.formBUrl,
    BALLAST_CONTROL_URL: addresses.controlUrl,
    BALLAST_API_KEY: addresses.apiKey,
    BALLAST_ADMIN_TOKEN: addresses.adminToken,
    BALLAST_WEBHOOK_SECRET: WEBHOOK_SECRET,
    BALLAST_TRIAL_FOLDER: folder,
  };
}

function endOf({ command }: TrialTask, { outcome }: ClientRun): ClientEnd {
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

async function runCheck(command: ClientArguments, { folder, ...task }: Pick<TrialTask, 'folder'> & ClientTask) {
  const run = await runClient({ command, folder }, task);
  if (run.outcome.how === 'not_started')
    throw new StartupError(64, [`the check ${command.join(' ')} cannot be run: ${run.outcome.reason}`]);
  return run;
}

function isZero({ outcome }: ClientRun): boolean {
  return outcome.how === 'exited' && outcome.code === 0;
}

/** As in a scenario, the first failing step and the first broken property end the checks. */
async function brokenInvariants(
  host: ScenarioHost,
  { invariants, always, eventually }: TrialTask,
): Promise<TrialRecord['brokenInvariants']> {
  const { properties } = await runScenario({ steps: [], always, eventually }, host);
  const broken = (properties?.broken ?? []).map(({ title, issue }) => ({ title, failure: issue }));
  const { steps } = await runScenario({ steps: invariants }, host);
  return [...broken, ...steps.flatMap(({ title, failures }) => failures.map((failure) => ({ title, failure })))];
}

async function faultsAfter(
  host: ScenarioHost,
  schedule: readonly ScheduledFault[],
  { ids, done }: SetFaults,
): Promise<TrialFault[]> {
  const { body } = await askControl(host, 'GET /faults', { query: { limit: 1000 } });
  const { faults } = faultList.parse(body);
  const hitsOf = new Map(faults.map(({ fault_id: id, hits }) => [id, hits]));
  return schedule.map((fault, index) => {
    const id = ids[index] ?? null;
    const hits = id === null ? (done.get(index) ?? 0) : (hitsOf.get(id) ?? 0);
    return {
      faultId: id ?? `action ${index + 1}`,
      kind: kindOfFault(fault),
      text: describeScheduled(fault),
      isTransient: isTransient(fault),
      hits,
    };
  });
}

async function recordedScenario(host: ScenarioHost, name: string): Promise<string> {
  const { text } = await askControl(host, 'POST /recordings', { body: { name, from: 'beginning' } });
  const { recording_id: id } = JSON.parse(text) as { recording_id: string };
  const recorded = await askControl(host, 'GET /recordings/{id}/scenario.yaml', { params: { id } });
  // There is no golden log next to it, and none is required (decision K121).
  return recorded.status === 200
    ? recorded.text.replace(/^steps:$/m, 'golden: none\nsteps:')
    : `# It cannot be recorded: ${recorded.text}\n`;
}
