/**
 * Prefix of automatic snapshots, which no other name may have (decision J13). Separate from the schemas, for the app.
 */
export const AUTOMATIC_PREFIX = 'auto-';
