/** The names under which a world's database stores its settings. They are in databases of users: none of them changes. */

/** How many request ids are reserved. */
export const REQUEST_IDS_SETTING = 'request_ids';
/** How many commands came from the flags of the world's first run. */
export const COMMANDS_AT_START_SETTING = 'commands_at_start';
/** What the world was made with, for scenarios that begin where it began (decision K52). */
export const CONTENTS_SETTING = 'world_contents';
/** How often drift is checked, virtual ms. */
export const DRIFT_CHECK_SETTING = 'drift_check_ms';
