/**
 * Defines which part of the app may import which other parts of it. A part is a folder or a file of `src-renderer`.
 * Imports within a part are always allowed; `check-screens.ts` has further rules for the screens.
 */
export const APP_IMPORT_TABLE: Readonly<Record<string, readonly string[]>> = {
  'paths.ts': [],
  theme: [],
  state: [],
  api: ['state', 'paths.ts'],
  components: ['api', 'state', 'theme', 'paths.ts'],
  screens: ['components', 'api', 'state', 'theme', 'paths.ts'],
  app: ['components', 'api', 'state', 'theme', 'paths.ts'],
  'routes.tsx': ['screens', 'components', 'paths.ts'],
  'main.tsx': ['app', 'routes.tsx', 'api', 'state', 'theme'],
};

/** The part of the app that a file belongs to; null for other files. */
export function appPartOf(path: string): string | null {
  const [folder, part = ''] = path.split('/');
  return folder === 'src-renderer' && part in APP_IMPORT_TABLE ? part : null;
}

/**
 * `market/prices` of `src-renderer/screens/market/prices/chart/candle.tsx`, a screen; `market` of a file in
 * `screens/market` itself, where the screens of one area are combined. Null for other files.
 */
export function screenOf(path: string): string | null {
  const [folder, part, area = '', screen, file] = path.split('/');
  if (folder !== 'src-renderer' || part !== 'screens') return null;
  return file === undefined ? area : `${area}/${screen}`;
}
