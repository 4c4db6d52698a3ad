/** The custom market of a world: read from its contents, stored with it, and overlaid on the shared market. */

import { createHash } from 'node:crypto';
import type { WorldContents } from '../../contract/scenario/world-file.ts';
import { invariant } from '../../domain/invariant.ts';
import { type CustomMarket, createCustomMarket } from '../../market/data/custom-market.ts';
import type { MarketData } from '../../market/data/market-data.ts';
import { wholeInstrument } from '../../scenario/run/whole-instrument.ts';
import { CUSTOM_MARKET_SETTING } from '../../store/database/setting-keys.ts';
import type { SettingsStore } from '../../store/world/sqlite-settings-store.ts';

/** The overlay of a world that has nothing custom yet. */
export const NO_CUSTOM_MARKET: CustomMarket = {
  replace_instruments: false,
  instruments: [],
  synthetic: null,
  fx: {},
  calendars: {},
};

/** `null`: the world has the shared market. */
export function customMarketOf(contents: WorldContents): CustomMarket | null {
  const { replace_instruments, synthetic = null, fx, calendars } = contents;
  const instruments = contents.instruments.map(wholeInstrument);
  const isUsual = !replace_instruments && instruments.length === 0 && synthetic === null;
  if (isUsual && Object.keys(fx).length === 0 && Object.keys(calendars).length === 0) return null;
  return { replace_instruments, instruments, synthetic, fx, calendars };
}

/** Returns the fields of world contents that make this market. */
export function contentsOfMarket(own: CustomMarket | null): object {
  if (own === null) return {};
  const { synthetic, ...rest } = own;
  return synthetic === null ? rest : { ...rest, synthetic };
}

/** Call this for a new world before its market is opened; replaces what a failed start left. */
export function storeCustomMarket(settings: SettingsStore, own: CustomMarket | null): void {
  settings.set(CUSTOM_MARKET_SETTING, own === null ? '' : JSON.stringify(own));
}

/** Returns the custom market in the settings of a world; `null`: none. */
export function storedCustomMarket(settings: SettingsStore): CustomMarket | null {
  const text = settings.get(CUSTOM_MARKET_SETTING) ?? '';
  return text === '' ? null : (JSON.parse(text) as CustomMarket);
}

/**
 * Returns the market of the world with these settings. The same settings result in the same object, so that calendars
 * are shared.
 */
export function marketOfWorld(shared: MarketData, settings: SettingsStore): MarketData {
  const text = settings.get(CUSTOM_MARKET_SETTING) ?? '';
  if (text === '') return shared;
  if (latest?.shared === shared && latest.text === text) return latest.market;
  const laid = createCustomMarket(shared, JSON.parse(text) as CustomMarket);
  invariant(laid.ok, 'the market of a world was checked when the world was made');
  latest = { shared, text, market: laid.market };
  return laid.market;
}

/** Only the latest: resets and restores, and runs of one scenario after the other, request the same again and again. */
let latest: { readonly shared: MarketData; readonly text: string; readonly market: MarketData } | null = null;

/** SHA-256 of the world's custom market; `null` without one. */
export function customMarketHash(settings: SettingsStore): string | null {
  const text = settings.get(CUSTOM_MARKET_SETTING) ?? '';
  return text === '' ? null : createHash('sha256').update(text).digest('hex');
}
