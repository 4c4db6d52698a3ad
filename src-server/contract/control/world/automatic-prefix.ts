/** Snapshots that were taken by themselves begin so (decision J13); nobody else's may. For the app, without the schemas beside it. */
export const AUTOMATIC_PREFIX = 'auto-';
