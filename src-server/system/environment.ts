/**
 * The only reader of environment variables and of the kind of machine. It has no state: every call reads afresh, so
 * that a test can pass its own variables.
 */

import { LOG_LEVELS } from '../domain/server-choices.ts';
import type { LogLevel } from './log-levels.ts';

export interface Environment {
  /** `BALLAST_DEBUG`: a bug is printed with its stack. */
  readonly debug: boolean;
  /** `BALLAST_LOG`: what the server writes to stderr; `silent` by default. */
  readonly log: LogLevel;
  /** Whether a terminal shows colours: false with `NO_COLOR`, and for a `dumb` terminal. */
  readonly colour: boolean;
  /** `BALLAST_SESSION_SECRET`: the tokens of browsers are derived from it; the desktop app passes it to its server. */
  readonly sessionSecret: string | null;
  /** All variables that begin with `BALLAST_`, as defaults of flags (`flag-sources.ts`). */
  readonly flags: Readonly<Record<string, string | undefined>>;
  /** `CI` is set to something other than an empty text, `0` or `false`: nobody looks at a screen. */
  readonly ci: boolean;
  /** Whether a window could be shown: always on macOS and Windows, with an X or Wayland display elsewhere. */
  readonly display: boolean;
  /** The user is root: on Linux, Chromium's sandbox refuses to run then, so Electron cannot open a window. */
  readonly root: boolean;
}

/** Reads the variables and the platform; an unknown `BALLAST_LOG` counts as `silent`. */
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
