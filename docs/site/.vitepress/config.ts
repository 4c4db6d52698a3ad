/**
 * Configures VitePress, which loads nothing from another host. build-site.ts copies this to the pages in
 * out/site-pages.
 */

import { defineConfig } from 'vitepress';
import { headingAnchor } from '../heading-anchor.ts';
import { NAVIGATION, SIDEBAR } from '../navigation.ts';

/** With enough contrast on the background that VitePress gives to code. */
const CODE_COLOURS = { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' };

export default defineConfig({
  title: 'Ballast',
  description: 'Offline simulator and test harness for a European portfolio rebalancing API',
  lang: 'en',
  base: '/docs/',
  srcExclude: ['public/**'],
  outDir: '../site-new',
  cacheDir: '../site-cache',
  // Every static host finds addresses that end in .html.
  cleanUrls: false,
  // One file instead of a script within each page; build-site.ts moves the remaining ones out.
  metaChunk: true,
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: { anchor: { slugify: headingAnchor }, languageAlias: { math: 'latex' }, theme: CODE_COLOURS },
  themeConfig: {
    nav: NAVIGATION,
    sidebar: SIDEBAR,
    outline: { level: [2, 3] },
    search: { provider: 'local' },
    docFooter: { prev: false, next: false },
  },
  vite: { build: { chunkSizeWarningLimit: 10_000, assetsInlineLimit: 0 }, logLevel: 'warn' },
});
