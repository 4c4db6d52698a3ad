/** The exit codes of the command line (decision K); the numbers from 64 on are those of BSD's sysexits. */
export const exitCodes = {
  done: 0,
  checkFailed: 1,
  cannotStart: 2,
  badFlags: 64,
  badFile: 65,
  bug: 70,
  machine: 74,
  interrupted: 130,
} as const;
