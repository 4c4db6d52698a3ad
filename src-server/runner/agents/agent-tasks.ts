/**
 * The tasks for agents that come with Ballast: creates the world of a task, and verifies what an agent has done in it.
 */
import { join } from 'node:path';
import { addressOfWorld } from '../../contract/control/worlds/world-address.ts';
import { worldsOperations } from '../../contract/control/worlds/worlds-operations.ts';
import { type AgentTask, agentTask } from '../../contract/scenario/agent-task.ts';
import type { ControlStep } from '../../contract/scenario/scenario-request-steps.ts';
import { describeFault, readYaml } from '../../scenario/load/read-yaml.ts';
import { CannotFillIn } from '../../scenario/references/fill-room.ts';
import type { ScenarioRequest } from '../../scenario/run/scenario-host.ts';
import { callControl } from '../../scenario/steps/request-step.ts';
import { expressionNames } from '../../scenario/steps/step-run.ts';
import { listFiles, readBytes } from '../../system/files/durable-files.ts';
import { createHttpClient } from '../../system/http/http-client.ts';
import { packageRoot } from '../../system/package-root.ts';
import { StartupError } from '../../world/startup-error.ts';
import { type ControlServer, createControlClient } from '../control-client.ts';
import { requestParts, scenarioResponseOf } from '../replay/scenario-request.ts';

export interface TaskOptions {
  readonly task: string;
  readonly server: ControlServer;
  /** The world of the task; `null`: the one that `prepare` creates, which has the name of the task. */
  readonly world: string | null;
  /** Creates the world instead of verifying it. */
  readonly prepare: boolean;
  readonly write: (line: string) => void;
}

const ENDING = '.yaml';

export function agentTasks(): string[] {
  return listFiles(taskFolder(), ENDING)
    .map(({ name }) => name)
    .sort();
}

/** Rejects with `StartupError`, exit 64, for the name of an unknown task. */
export function readAgentTask(name: string): AgentTask {
  if (!agentTasks().includes(name))
    throw new StartupError(64, [`there is no task '${name}'; tasks are: ${agentTasks().join(', ')}`]);
  const file = join(taskFolder(), `${name}${ENDING}`);
  const read = readYaml(file, readBytes(file)?.toString('utf8') ?? '', agentTask);
  if (!read.ok) throw new StartupError(65, read.faults.map(describeFault));
  return read.value;
}

/** 0: done, or prepared; 1: a check fails. Rejects with `StartupError`. */
export async function verifyTask({ task: name, server, world, prepare, write }: TaskOptions): Promise<0 | 1> {
  const task = readAgentTask(name);
  const place = world ?? name;
  if (prepare) {
    await prepareTask(task, server, place);
    write(`the world ${place} is ready. Task:\n\n${task.task}`);
    return 0;
  }
  const failures = await checkAll(task.checks, server, place);
  for (const failure of failures) write(failure);
  write(
    failures.length === 0 ? `${name}: done` : `${name}: not done, ${failures.length} of ${task.checks.length} failed`,
  );
  return failures.length === 0 ? 0 : 1;
}

async function prepareTask(task: AgentTask, server: ControlServer, name: string): Promise<void> {
  const { seed, world } = task;
  const body = {
    name,
    seed,
    clock_mode: 'manual' as const,
    rate_limit: 'off' as const,
    ...(world === undefined ? {} : { world }),
  };
  await createControlClient(server).ask(worldsOperations.createWorld, { body });
  const failures = await checkAll(task.before, server, name);
  if (failures.length > 0) throw new StartupError(65, failures);
}

/** Returns one line for each check that fails; a failing step does not prevent the next ones. */
async function checkAll(steps: readonly ControlStep[], server: ControlServer, world: string): Promise<string[]> {
  const client = createHttpClient();
  const origin = `${server.url.replace(/\/+$/, '')}${addressOfWorld(world)}`;
  const { adminToken } = server;
  const addresses = { baseUrl: '', formAUrl: '', formBUrl: '', apiKey: '', controlUrl: `${origin}/sim`, adminToken };
  const saved = new Map<string, unknown>();
  const run = {
    ...expressionNames(saved, () => ''),
    save: (name: string, value: unknown) => void saved.set(name, value),
    host: {
      send: async (request: ScenarioRequest) => scenarioResponseOf(await client.send(requestParts(addresses, request))),
    },
  };
  const failures: string[] = [];
  for (const step of steps) {
    const found = await callControl(run, step).catch(nothingSaved);
    if (found.length > 0) failures.push(`${step.title ?? step.control.path}: ${found.join('; ')}`);
  }
  client.close();
  return failures;
}

/** A check may need a value that an earlier one did not find. */
function nothingSaved(error: unknown): string[] {
  if (error instanceof CannotFillIn) return [error.message];
  throw error;
}

function taskFolder(): string {
  return join(packageRoot(), 'fixtures/agent-tasks');
}
