/**
 * Kills a server again and again at moments that follow from a seed, and audits its responses and its data after each
 * start. The first finding ends the run and leaves the folder as it is.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { examineFolder } from '../../src-server/app.ts';
import { bytesOf } from './audit/audit-folder.ts';
import { auditServer, firstMoment, readOf } from './audit/audit-server.ts';
import { type CrashingServer, kill, readyServer, spawnServer, stepsOf } from './crashing-server.ts';
import { Draws } from './draws.ts';
import { KnownServer, KnownWorld } from './known-server.ts';
import { Life } from './load/life.ts';
import { runLoad } from './load/run-load.ts';
import { type Receiver, startReceiver } from './receiver.ts';

export interface KillsWanted {
  readonly kills: number;
  readonly seed: number;
  /** Created by the caller; contains the data folder and files around it. */
  readonly folder: string;
  /** Called after each kill. */
  readonly onKill?: (kill: ReportedKill) => void;
}

export interface ReportedKill {
  readonly number: number;
  readonly when: Moment['when'];
  /** Responses of the server in this life. */
  readonly responses: number;
}

export interface KillsEnd {
  /** Kills whose audit found nothing. */
  readonly kills: number;
  readonly responses: number;
  /** Faults found by the audit after the next kill; none where all went well. */
  readonly faults: readonly string[];
}

/** The moment at which a life ends. */
interface Moment {
  readonly when: 'under load' | 'at the start' | 'at the end';
  /** Number of responses before the kill. */
  readonly responses: number;
  /** After them, or after the beginning of the start or the end. */
  readonly delayMs: number;
}

export async function runKills({ kills, seed, folder, onKill = () => {} }: KillsWanted): Promise<KillsEnd> {
  for (const below of ['tmp', 'scenarios']) mkdirSync(join(folder, below), { recursive: true });
  writeFileSync(join(folder, 'scenarios/one.yaml'), SCENARIO);
  const receiver = await startReceiver();
  const run = new KillRun(seed, folder, receiver);
  try {
    for (let number = 1; number <= kills; number += 1) {
      const killed = await run.live(number).catch((error: unknown) => run.fail(error));
      if (run.faults.length > 0) return { kills: number - 1, responses: run.responses, faults: run.faults };
      if (killed !== null) onKill(killed);
    }
    await run.examine();
    await run.audit().catch((error: unknown) => run.fail(error));
    return { kills, responses: run.responses, faults: run.faults };
  } finally {
    await run.end();
    receiver.close();
  }
}

const SCENARIO = 'name: One look\nworld: {}\nsteps:\n  - advance: 1m\n';
/** The longest start during which a kill may be drawn, ms. */
const START_MS = 900;
const END_MS = 150;
/** It reads every event of every world, which takes longer than a start. */
const EXAMINED_EVERY = 5;

class KillRun {
  readonly faults: string[] = [];
  responses = 0;
  readonly #seed: number;
  readonly #folder: string;
  readonly #known: KnownServer;
  #server: CrashingServer | null = null;

  constructor(seed: number, folder: string, receiver: Receiver) {
    this.#seed = seed;
    this.#folder = folder;
    this.#known = new KnownServer(receiver);
  }

  /** Starts a server, audits it, puts it under load, and kills it. */
  async live(number: number): Promise<ReportedKill> {
    const draws = new Draws(this.#seed, `kill ${number}`);
    const moment = drawMoment(draws);
    const before = this.responses;
    const report = (): ReportedKill => ({ number, when: moment.when, responses: this.responses - before });
    if (moment.when === 'at the start' && number > 1) {
      const process = spawnServer(this.#folder, this.#known.receiver.url);
      await pause(moment.delayMs);
      await kill(process);
      this.#known.kills += 1;
      return report();
    }
    if (number % EXAMINED_EVERY === 0) await this.examine();
    const server = await this.audit();
    if (this.faults.length > 0) return report();
    await this.#load(server, draws, moment);
    this.#known.kills += 1;
    return report();
  }

  /** Runs `ballast doctor` on the folder while no server runs. */
  async examine(): Promise<void> {
    const lines: string[] = [];
    const place = join(this.#folder, 'data');
    const exitCode = await examineFolder({ place, json: false, write: (text) => lines.push(text) });
    if (exitCode !== 0) this.faults.push(`ballast doctor ends with ${exitCode}:`, ...lines);
  }

  /** A server that does not start, or whose response the audit cannot read, is a finding. */
  fail(error: unknown): null {
    this.faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return null;
  }

  /** Starts a server and compares it with the known facts. */
  async audit(): Promise<CrashingServer> {
    const known = this.#known;
    const process = spawnServer(this.#folder, known.receiver.url);
    const server = await readyServer(process);
    this.#server = server;
    const steps = stepsOf(process);
    const most = maxSteps(bytesOf(join(this.#folder, 'data')), known.worlds.size);
    if (steps !== null && steps > most)
      this.faults.push(`the start has read and written ${steps} times, and may ${most}`);
    if (known.worlds.size === 0) {
      const moment = await firstMoment(readOf(server.ask, { prefix: '' }));
      known.moments.set('', moment);
      known.worlds.set('default', new KnownWorld('default', moment));
    }
    this.faults.push(...(await auditServer(server.ask, known, this.#folder)));
    this.faults.push(...strangersIn(join(this.#folder, 'tmp'), process.child.pid));
    return server;
  }

  async #load(server: CrashingServer, draws: Draws, { when, responses, delayMs }: Moment): Promise<void> {
    let over = false;
    let left = responses;
    let end: Promise<void> | null = null;
    const onResponse = () => {
      this.responses += 1;
      left -= 1;
      if (left > 0) return;
      end ??= endServer(server, when, delayMs).then(() => {
        over = true;
      });
    };
    const isEnding = () => end !== null && when === 'at the end';
    const life = new Life({ server, known: this.#known, draws, isEnding, onResponse });
    await runLoad(life, () => over);
    await (end ?? server.kill());
    this.#server = null;
    this.faults.push(...life.faults);
  }

  async end(): Promise<void> {
    await this.#server?.kill();
  }
}

/** Temporary folders of processes that were killed. */
function strangersIn(folder: string, pid: number | undefined): string[] {
  const left = readdirSync(folder).filter((name) => name.startsWith('ballast-') && !name.includes(`-${pid}-`));
  return left.map((name) => `nobody owns the temporary folder ${name}`);
}

async function endServer(server: CrashingServer, when: Moment['when'], delayMs: number): Promise<void> {
  if (when === 'at the end') server.process.child.kill('SIGTERM');
  await pause(delayMs);
  await server.kill();
}

function drawMoment(draws: Draws): Moment {
  const kind = draws.uniform();
  const responses = draws.between(1, 80);
  if (kind < 0.1) return { when: 'at the start', responses: 0, delayMs: draws.between(0, START_MS) };
  if (kind < 0.2) return { when: 'at the end', responses, delayMs: draws.between(0, END_MS) };
  return { when: 'under load', responses, delayMs: draws.between(0, 15) };
}

/** A start reads its program, the database and its write-ahead log, and little else, in each world. */
function maxSteps(bytes: number, worlds: number): number {
  const PAGE = 4096;
  return 3000 + 1000 * worlds + Math.ceil((4 * bytes) / PAGE);
}
