/**
 * The one reader of environment variables and of what kind of machine this is. Refuses to hold state: every call reads
 * afresh, so that a test can pass its own variables.
 */

import { LOG_LEVELS } from '../domain/server-choices.ts';
import type { LogLevel } from './log-levels.ts';

export interface Environment {
  /** `BALLAST_DEBUG`: a bug prints its stack as well. */
  readonly debug: boolean;
  /** `BALLAST_LOG`: what the server writes to stderr; `silent` unless asked for. */
  readonly log: LogLevel;
  /** Whether a terminal shows colours: not with `NO_COLOR`, and not one that is `dumb`. */
  readonly colour: boolean;
  /** `BALLAST_SESSION_SECRET`: what lets browsers in follows from it; the desktop app hands it to its server. */
  readonly sessionSecret: string | null;
  /** All that begin with `BALLAST_`, for flags that are left out (`flag-sources.ts`). */
  readonly flags: Readonly<Record<string, string | undefined>>;
  /** `CI` is set to something other than an empty text, `0` or `false`: nobody sits before a screen. */
  readonly ci: boolean;
  /** Whether a window could be shown: always on macOS and Windows, with an X or Wayland display elsewhere. */
  readonly display: boolean;
  /** Chromium's sandbox refuses to run for root on Linux, so Electron cannot open a window there. */
  readonly root: boolean;
}

/** What the variables and the platform say; an unknown `BALLAST_LOG` counts as `silent`. */
export function readEnvironment(
  variables: Readonly<Record<string, string | undefined>> = process.env,
  platform: string = process.platform,
  userId: number | null = process.getuid?.() ?? null,
): Environment {
  const { BALLAST_LOG: log } = variables;
  return {
    debug: isOn(variables.BALLAST_DEBUG),
    log: LOG_LEVELS.find((level) => level === log) ?? 'silent',
    colour: !variables.NO_COLOR && variables.TERM !== 'dumb',
    sessionSecret: variables.BALLAST_SESSION_SECRET || null,
    flags: Object.fromEntries(Object.entries(variables).filter(([name]) => name.startsWith('BALLAST_'))),
    ci: isOn(variables.CI),
    display: hasDisplay(variables, platform),
    root: platform === 'linux' && userId === 0,
  };
}

function hasDisplay(variables: Readonly<Record<string, string | undefined>>, platform: string): boolean {
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(variables.DISPLAY || variables.WAYLAND_DISPLAY);
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}

/** `undefined` where it is not set. */
export function environmentVariable(name: string): string | undefined {
  return process.env[name];
}
