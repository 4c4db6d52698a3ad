/**
 * Both builds of the pages must serve deep addresses: their scripts are found from the root, wherever a reload happens.
 */

import { type InlineConfig, type Plugin, resolveConfig } from 'vite';
import { expect, it } from 'vitest';
import desktop from '../../electron.vite.config.ts';
import browser from '../../vite.renderer.config.ts';

/** The change that electron-vite makes to the configuration of the pages in production. */
const relativeAddresses: Plugin = {
  name: 'relative-addresses',
  enforce: 'pre',
  config(config) {
    config.base = './';
  },
};

it('the pages of the browser and of the window have absolute addresses', async () => {
  const { renderer } = desktop as { renderer: InlineConfig };
  const window = { ...renderer, plugins: [relativeAddresses, ...(renderer.plugins ?? [])] };
  for (const config of [browser as InlineConfig, window]) {
    expect((await resolveConfig({ ...config, configFile: false }, 'build', 'production')).base).toBe('/');
  }
});
