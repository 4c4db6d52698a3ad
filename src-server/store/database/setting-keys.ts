/**
 * The names under which a world's database stores its settings. Users' databases contain them: none of them changes.
 */

/** Number of reserved request ids. */
export const REQUEST_IDS_SETTING = 'request_ids';
/** Number of commands that came from the flags of the world's first run. */
export const COMMANDS_AT_START_SETTING = 'commands_at_start';
/** The contents that the world was made with, for scenarios that begin where it began (decision K52). */
export const CONTENTS_SETTING = 'world_contents';
/** How often drift is checked, virtual ms. */
export const DRIFT_CHECK_SETTING = 'drift_check_ms';
/** When the world began, ms, where it has dividends (decision O2); left out where it has none. */
export const DIVIDENDS_SETTING = 'dividends_since_ms';
/** When the world began, as an instant. */
export const STARTED_AT_SETTING = 'started_at';
/** The fingerprint of the world file that the world was made from; empty without one. */
export const FIXTURE_SETTING = 'contents';
/** The rules of the latest run: commands under other rules cannot be executed again. */
export const RUN_TERMS_SETTING = 'run_terms';
/** The number of events from which on all commands are stored. */
export const COMMANDS_SINCE_SETTING = 'commands_since';
/** The custom market of this world, as JSON; empty where it has the shared one. */
export const CUSTOM_MARKET_SETTING = 'own_market';
/** The journal entries from which on event numbers are valid, after each reset or restored snapshot, as JSON. */
export const TIMELINE_SETTING = 'timeline';
/**
 * `business` where repeating cash flows are booked on business days; absent in an older world, where they repeat in
 * UTC.
 */
export const CASH_FLOW_DAYS_SETTING = 'cash_flow_days';
/** `simulated` where trades settle days after they are executed; `immediate`, or absent, where at once. */
export const SETTLEMENT_SETTING = 'settlement';
