/**
 * Builds the site of the documents: `npm run build:site`. Assembles its pages into out/site-pages, has VitePress make
 * out/site of them, and moves scripts out of the pages, so that they need no exception from the content security policy.
 */

import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vitepress';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { assemblePages } from './assemble-pages.ts';

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;

const root = packageRoot();
const site = join(root, 'out/site');
const startedAt = new Date();
assemblePages(root, join(root, 'out/site-pages'));
// With a dead link it rejects, and names the page.
await build(import.meta.dirname);
moveScriptsOut();
stamp();

/** Each script becomes a file that is named by its content; it runs where it stood. */
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

/** Marks a complete build, as vite.renderer.config.ts does for the app. */
function stamp(): void {
  const file = join(root, 'out/.built-site');
  mkdirSync(join(root, 'out'), { recursive: true });
  writeFileSync(file, '');
  utimesSync(file, startedAt, startedAt);
}
