/** Lists, copies, exports, imports and ends the worlds of another server through its control plane. */

import { type CreatedWorld, type HostedWorldWire, worldName } from '../../contract/control/worlds/worlds.ts';
import { worldsOperations } from '../../contract/control/worlds/worlds-operations.ts';
import { countOf } from '../../domain/numbers/count-of.ts';
import { PRIVATE, readBytes, readyFile } from '../../system/files/durable-files.ts';
import { StartupError } from '../../world/startup-error.ts';
import { type ControlServer, createControlClient } from '../control-client.ts';

type WorldsTask =
  | { readonly kind: 'list' }
  | { readonly kind: 'fork'; readonly world: string; readonly name: string | null; readonly isStored: boolean }
  | { readonly kind: 'export'; readonly world: string; readonly out: string; readonly force: boolean }
  | { readonly kind: 'import'; readonly file: string; readonly name: string | null; readonly isStored: boolean }
  | { readonly kind: 'end'; readonly world: string };

export interface WorldsOptions {
  readonly server: ControlServer;
  readonly task: WorldsTask;
  /** Prints responses of the server as one line of JSON, instead of lines for people. */
  readonly json: boolean;
  readonly write: (line: string) => void;
}

/** Rejects with `StartupError` if the server refuses, a file is missing, or a file would be overwritten. */
export async function manageWorlds({ server, task, json, write }: WorldsOptions): Promise<0> {
  if ('world' in task) checkName(task.world);
  const client = createControlClient(server);
  const show = (response: object, lines: readonly string[]) => {
    for (const line of json ? [JSON.stringify(response)] : lines) write(line);
  };
  switch (task.kind) {
    case 'list': {
      const list = await client.ask(worldsOperations.listWorlds);
      const unopened = list.unopened.map(({ name, reason }) => `${name}: cannot be opened: ${reason}`);
      show(list, [...list.worlds.map(lineOf), ...unopened]);
      break;
    }
    case 'fork': {
      const { world, name, isStored: isPersistent } = task;
      const body = { fork_of: world, keep: isPersistent, ...(name === null ? {} : { name }) };
      const made = await client.ask(worldsOperations.createWorld, { body });
      show(made, linesOf(made));
      break;
    }
    case 'import': {
      const made = await importFile(client, task);
      show(made, linesOf(made));
      break;
    }
    case 'export':
      await exportFile(client, task);
      show({ name: task.world, file: task.out }, [`${task.out}: the world ${task.world}`]);
      break;
    case 'end':
      show(await client.ask(worldsOperations.deleteWorld, { params: { name: task.world } }), [
        `${task.world} has ended`,
      ]);
  }
  return 0;
}

/** The name becomes a part of an address. */
function checkName(name: string): void {
  const [issue] = worldName.safeParse(name).error?.issues ?? [];
  if (issue !== undefined) throw new StartupError(64, [`${JSON.stringify(name)} ${issue.message}`]);
}

type Client = ReturnType<typeof createControlClient>;

async function importFile(client: Client, { file, name, isStored }: WorldsTask & { kind: 'import' }) {
  const archive = readBytes(file);
  if (archive === null) throw new StartupError(65, [`${file}: there is no such file`]);
  const query = { keep: isStored, ...(name === null ? {} : { name }) };
  return client.ask(worldsOperations.importWorld, { query, body: archive });
}

async function exportFile(client: Client, { world, out, force }: WorldsTask & { kind: 'export' }): Promise<void> {
  if (!force && readBytes(out) !== null)
    throw new StartupError(64, [`--out: ${out} already exists; use --force to overwrite it`]);
  readyFile(out, await client.read(worldsOperations.exportWorld, { params: { name: world } }), PRIVATE).moveIn();
}

function lineOf({ name, seed, now, events, fork_of: origin, expires, stored }: HostedWorldWire): string {
  const notes = [
    ...(origin === null ? [] : [`copy of ${origin}`]),
    ...(stored ? ['stored'] : []),
    ...(expires === null ? [] : [`expires ${expires}`]),
  ];
  return [`${name}: seed ${seed}, ${countOf(events, 'log entry', 'log entries')}, ${now}`, ...notes].join(', ');
}

/** Everything that a client needs. */
function linesOf({ name, base_url: base, control_url: control, api_key: key, admin_token: token }: CreatedWorld) {
  return [`${name}: ${base}`, `  API key       ${key}`, `  control plane ${control}`, `  admin token   ${token}`];
}
