/** The runs with which an exploration begins; those with faults are compared with them. Read by the app, too. */
export const RUNS_WITHOUT_FAULTS = 2;
