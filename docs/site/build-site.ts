/**
 * Builds the site of the documents: `npm run build:site`. Assembles its pages into out/site-pages, has VitePress build
 * out/site from them, moves scripts out of the pages, so that they need no exception from the content security policy,
 * and compresses pages, scripts and styles, as they are sent.
 */

import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vitepress';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { assemblePages } from './assemble-pages.ts';

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;

const root = packageRoot();
const pages = join(root, 'out/site-pages');
const site = join(root, 'out/site-new');
const startedAt = new Date();
assemblePages(root, pages);
// VitePress writes beside its settings, and docs must not get older than the site that is built from it.
for (const name of ['.vitepress', 'navigation.ts', 'heading-anchor.ts'])
  cpSync(join(import.meta.dirname, name), join(pages, name), { recursive: true });
// Rejects at a dead link, and names the page.
await build(pages);
moveScriptsOut();
compress();
// In one step, so that a running server has one or the other.
rmSync(join(root, 'out/site'), { recursive: true, force: true });
renameSync(site, join(root, 'out/site'));
stamp();

/** Each script becomes a file that is named by its content; it runs at the same position. */
function moveScriptsOut(): void {
  for (const name of globSync('**/*.html', { cwd: site })) {
    const file = join(site, name);
    const page = readFileSync(file, 'utf8').replaceAll(INLINE_SCRIPT, (_all, attributes: string, script: string) => {
      const hash = createHash('sha256').update(script).digest('hex').slice(0, 12);
      writeFileSync(join(site, 'assets', `page.${hash}.js`), script);
      return `<script${attributes} src="/docs/assets/page.${hash}.js"></script>`;
    });
    writeFileSync(file, page);
  }
}

/** Leaves out pages of folders, which are found without their name, and files of the repository. */
function compress(): void {
  for (const name of globSync('**/*.{html,js,css}', { cwd: site, exclude: (path) => path === 'files' })) {
    if (basename(name) === 'index.html') continue;
    const file = join(site, name);
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
    rmSync(file);
  }
}

/** Marks a complete build, as vite.renderer.config.ts does for the app. */
function stamp(): void {
  const file = join(root, 'out/.built-site');
  mkdirSync(join(root, 'out'), { recursive: true });
  writeFileSync(file, '');
  utimesSync(file, startedAt, startedAt);
}
