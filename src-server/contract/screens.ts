/**
 * The screens of the app and their tabs: its addresses, sidebar, tabs, palette and keys come from this list, and so does
 * the menu *Go* of the desktop. Plain data.
 */

interface ScreenRow {
  readonly path: string;
  /** In the sidebar, or on its tab, which begins it with a capital. */
  readonly label: string;
  /** The screen of which it is a tab. */
  readonly tabOf?: 'market' | 'traffic' | 'scenarios' | 'settings';
  /** Another address at which, and below which, its tab is active too. */
  readonly alsoAt?: string;
  /** Further words by which the palette finds it, apart from its title. The palette lists no screen without them. */
  readonly keywords?: string;
  /** Pressed in sequence: `g p`. */
  readonly keys?: string;
  /** In the menu of the desktop. */
  readonly accelerator?: string;
}

export const SCREENS = {
  portfolios: {
    path: '/portfolios',
    label: 'Portfolios',
    keywords: 'clients accounts drift list capital gains tax lots income dividends performance',
    keys: 'g p',
    accelerator: 'CmdOrCtrl+1',
  },
  rebalances: {
    path: '/rebalances',
    label: 'Rebalances',
    keywords: 'history orders fills',
    keys: 'g r',
    accelerator: 'CmdOrCtrl+2',
  },
  market: { path: '/market', label: 'Market', keywords: 'prices quotes exchanges rates calendars' },
  prices: {
    path: '/market/prices',
    label: 'prices',
    tabOf: 'market',
    keywords: 'instruments chart depth quotes pins market events',
    keys: 'g i',
    accelerator: 'CmdOrCtrl+4',
  },
  watch: {
    path: '/market/watch',
    label: 'watch list',
    tabOf: 'market',
    keywords: 'quotes bid ask spread change day range volume',
    keys: 'g q',
  },
  exchanges: {
    path: '/market/exchanges',
    label: 'exchanges and faults',
    tabOf: 'market',
    keywords: 'venues chaos halt outage',
    keys: 'g m',
    accelerator: 'CmdOrCtrl+3',
  },
  fx: {
    path: '/market/fx',
    label: 'FX',
    tabOf: 'market',
    keywords: 'currencies exchange rates cross euro',
    keys: 'g e',
  },
  'corporate-actions': {
    path: '/market/corporate-actions',
    label: 'corporate actions',
    tabOf: 'market',
    keywords: 'dividends income split isin change delisting ex-date pay date',
    keys: 'g o',
  },
  calendars: {
    path: '/market/calendars',
    label: 'calendars',
    tabOf: 'market',
    keywords: 'sessions holidays half days hours',
    keys: 'g n',
  },
  traffic: { path: '/traffic', label: 'Traffic', keywords: 'requests webhooks faults' },
  requests: {
    path: '/traffic/requests',
    label: 'requests',
    tabOf: 'traffic',
    alsoAt: '/traffic/trace',
    keywords: 'journal http log har',
    keys: 'g t',
    accelerator: 'CmdOrCtrl+5',
  },
  webhooks: {
    path: '/traffic/webhooks',
    label: 'webhooks',
    tabOf: 'traffic',
    keywords: 'deliveries endpoints outbox retries failed dead letters',
    keys: 'g w',
    accelerator: 'CmdOrCtrl+6',
  },
  faults: {
    path: '/traffic/faults',
    label: 'faults',
    tabOf: 'traffic',
    keywords: 'http webhook chaos errors latency',
    keys: 'g f',
  },
  sinks: { path: '/traffic/sinks', label: 'sinks', tabOf: 'traffic', keywords: 'receiver answers', keys: 'g k' },
  signature: {
    path: '/traffic/signature',
    label: 'signature',
    tabOf: 'traffic',
    keywords: 'explainer verify hmac secret webhook',
    keys: 'g x',
  },
  compliance: {
    path: '/compliance',
    label: 'Compliance',
    keywords: 'mifid records retention report costs charges',
    keys: 'g c',
    accelerator: 'CmdOrCtrl+7',
  },
  scenarios: {
    path: '/scenarios',
    label: 'Scenarios',
    keywords: 'library play runs golden replay',
    keys: 'g s',
    accelerator: 'CmdOrCtrl+8',
  },
  recordings: {
    path: '/scenarios/record',
    label: 'recordings',
    tabOf: 'scenarios',
    keywords: 'record capture session scenario yaml',
    keys: 'g j',
  },
  'compare-runs': {
    path: '/scenarios/compare',
    label: 'compare runs',
    tabOf: 'scenarios',
    keywords: 'diff golden side by side',
    keys: 'g d',
  },
  lab: {
    path: '/lab',
    label: 'Lab',
    keywords: 'compare policies frontier drift cost years paths backtest monte carlo report',
    keys: 'g b',
  },
  explorer: {
    path: '/explorer',
    label: 'Explorer',
    keywords: 'client faults robustness chaos findings fuzz retries coverage',
    keys: 'g u',
  },
  timeline: { path: '/timeline', label: 'Timeline', keywords: 'history past events log world then scrub', keys: 'g l' },
  worlds: {
    path: '/worlds',
    label: 'Worlds',
    keywords: 'switch list compare fork side by side parallel',
    keys: 'g y',
  },
  accounts: {
    path: '/accounts',
    label: 'Accounts',
    keywords: 'api keys tiers quota limits',
    keys: 'g a',
    accelerator: 'CmdOrCtrl+9',
  },
  settings: {
    path: '/settings',
    label: 'Settings',
    keywords: 'preferences options theme notifications units percent basis points',
    keys: 'g ,',
  },
  'settings-general': { path: '/settings/general', label: 'general', tabOf: 'settings' },
  'settings-access': {
    path: '/settings/access',
    label: 'accounts & keys',
    tabOf: 'settings',
    keywords: 'tiers quota use',
  },
  'settings-limits': {
    path: '/settings/limits',
    label: 'limits',
    tabOf: 'settings',
    keywords: 'rate 429 requests minute tiers monthly',
  },
  'settings-webhooks': {
    path: '/settings/webhooks',
    label: 'webhooks',
    tabOf: 'settings',
    keywords: 'secrets rotate endpoints',
  },
  'settings-data': {
    path: '/settings/data',
    label: 'data',
    tabOf: 'settings',
    keywords: 'folder size storage seed chain journal version',
  },
} as const satisfies Readonly<Record<string, ScreenRow>>;

export type ScreenId = keyof typeof SCREENS;

/** A screen that is no tab of another. */
export type TopScreenId = {
  [Id in ScreenId]: (typeof SCREENS)[Id] extends { readonly tabOf: string } ? never : Id;
}[ScreenId];

export interface Screen extends ScreenRow {
  readonly id: ScreenId;
  /** With the screen of which it is a tab: `Market: prices`. */
  readonly title: string;
}

/** All screens and tabs, in the order of the sidebar. */
export function listScreens(): Screen[] {
  return (Object.keys(SCREENS) as ScreenId[]).map((id) => {
    const row: ScreenRow = SCREENS[id];
    const title = row.tabOf === undefined ? row.label : `${SCREENS[row.tabOf].label}: ${row.label}`;
    return { ...row, id, title };
  });
}
