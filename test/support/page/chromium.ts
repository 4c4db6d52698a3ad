/**
 * Starts a real Chromium for tests on any machine: the one named by BALLAST_CHROMIUM, the one in the npm package
 * @sparticuz/chromium (Linux x64), an installed Chrome, or Playwright's own. Downloads none.
 */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Browser, chromium, type LaunchOptions } from 'playwright';

/** A page or a browser without progress for this long is stuck: far more than it needs on a slow machine. */
export const PAGE_PATIENCE_MS = 60_000;

/** A headless Chromium; the caller closes it. Rejects with one message that names every way that was tried. */
export async function launchChromium(): Promise<Browser> {
  const tried: string[] = [];
  for (const { name, options } of ways) {
    try {
      const wanted = await options();
      if (wanted !== null) return await chromium.launch({ timeout: PAGE_PATIENCE_MS, ...wanted });
    } catch (failure) {
      tried.push(`${name}: ${String(failure).split('\n')[0]}`);
    }
  }
  throw new Error(
    `no Chromium could be started. Set BALLAST_CHROMIUM to one, or install Chrome, or run \`npx playwright install chromium\`.\n${tried.join('\n')}`,
  );
}

/** In this order; `null`: a way does not apply to this machine. */
const ways: { name: string; options: () => Promise<LaunchOptions | null> }[] = [
  {
    name: 'BALLAST_CHROMIUM',
    options: async () => {
      const executablePath = process.env.BALLAST_CHROMIUM;
      return executablePath ? { executablePath } : null;
    },
  },
  {
    name: '@sparticuz/chromium',
    options: async () => (process.platform === 'linux' && process.arch === 'x64' ? carriedChromium() : null),
  },
  { name: 'installed Chrome', options: async () => ({ channel: 'chrome' }) },
  { name: "Playwright's Chromium", options: async () => ({}) },
];

async function carriedChromium(): Promise<LaunchOptions> {
  const folder = await unpackOnce();
  const env = { ...definedVariables(), FONTCONFIG_FILE: join(folder, fontsFile) };
  return { executablePath: join(folder, 'chromium'), env, args: ['--disable-gpu'] };
}

/**
 * The package unpacks into the temp folder and uses whatever is there already, of any version and perhaps half written
 * by another run. So it is given an empty temp folder of its own, which gets its final name only when complete.
 */
async function unpackOnce(): Promise<string> {
  const folder = join(tmpdir(), `ballast-chromium-${carriedVersion()}-${process.getuid?.() ?? 0}`);
  if (existsSync(join(folder, 'chromium'))) return folder;
  mkdirSync(tmpdir(), { recursive: true });
  const unfinished = mkdtempSync(join(tmpdir(), 'ballast-chromium-unpacking-'));
  const before = process.env.TMPDIR;
  process.env.TMPDIR = unfinished;
  try {
    const { default: carried } = await import('@sparticuz/chromium');
    await carried.executablePath();
    writeFileSync(join(unfinished, fontsFile), fontsOf(folder));
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  return settle(unfinished, folder);
}

const fontsFile = 'ballast-fonts.conf';

/**
 * The package brings a font for bare machines, on which every text would measure 0 × 0, but looks for it in /tmp only.
 */
function fontsOf(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}

/** Renaming is atomic; if another run was quicker, its complete folder is as good. */
function settle(unfinished: string, folder: string): string {
  try {
    renameSync(unfinished, folder);
  } catch (failure) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(join(folder, 'chromium'))) throw failure;
  }
  return folder;
}

function carriedVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const manifestFile = join(dirname(entry), '..', 'package.json');
  return String((JSON.parse(readFileSync(manifestFile, 'utf8')) as { version: unknown }).version);
}

function definedVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}
