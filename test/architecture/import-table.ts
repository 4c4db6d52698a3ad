/**
 * Defines which room may import which other rooms. A room is a folder of `src-server`, its entry `app.ts`, or the
 * desktop app's `src-main` and `src-renderer`. Imports within a room are always allowed, and every room may read data
 * of `fixtures`.
 */

const CORE = ['domain', 'kernel', 'market', 'engine'] as const;
const PLAYING = ['contract', ...CORE, 'store', 'scenario', 'system'] as const;
const HOSTING = [...PLAYING, 'webhooks', 'api'] as const;

export const IMPORT_TABLE: Readonly<Record<string, readonly string[]>> = {
  contract: ['domain'],
  domain: [],
  kernel: ['domain'],
  market: ['domain', 'kernel'],
  engine: ['domain', 'kernel', 'market'],
  store: [...CORE, 'sweep'],
  webhooks: ['domain', 'kernel', 'engine'],
  scenario: ['contract', 'domain', 'kernel', 'engine'],
  sweep: ['contract', 'domain', 'kernel', 'scenario'],
  imports: ['contract', 'domain', 'scenario'],
  lab: ['contract', ...CORE, 'sweep'],
  explorer: ['contract', 'domain', 'kernel', 'scenario', 'sweep'],
  doctor: ['domain', 'kernel', 'engine', 'scenario'],
  api: ['contract', 'domain', 'kernel', 'engine', 'scenario', 'imports'],
  system: ['domain', 'kernel', 'engine'],
  world: HOSTING,
  runner: [...PLAYING, 'world', 'sweep', 'imports', 'lab', 'explorer', 'doctor'],
  app: [...HOSTING, 'world', 'runner', 'sweep'],
  'app.ts': [...HOSTING, 'world', 'runner', 'sweep', 'explorer', 'app'],
  cli: ['app.ts', 'contract', 'domain', 'system'],
  testing: ['app.ts', 'contract', 'domain', 'scenario', 'system'],
  'src-main': ['app.ts', 'contract', 'system'],
  'src-renderer': ['contract'],
};

/** The room that a file belongs to; `null` for tests, benchmarks, tools and data. */
export function roomOf(path: string): string | null {
  const [folder = '', room = ''] = path.split('/');
  const name = folder === 'src-server' ? room : folder;
  return name in IMPORT_TABLE ? name : null;
}
