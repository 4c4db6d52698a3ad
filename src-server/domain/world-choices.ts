/**
 * Possible values of fields of a world's clock, log, requests and recordings: each list once, separate from the
 * schemas.
 */

export const CLOCK_MODES = ['realtime', 'manual', 'instant'] as const;

/** How an advance of the clock ended; `time_limit`: without reaching its goal. */
export const ADVANCE_ENDS = ['reached', 'stopped', 'event_limit', 'time_limit'] as const;

/** Failures of the disk; `data_missing`: the data folder is missing, or another one is in its place. */
export const STORAGE_FAILURES = ['disk_full', 'disk_error', 'data_missing', 'data_damaged'] as const;

/** Whether the log is intact, as far as it has been checked (decision K116). */
export const CHAIN_STATUSES = ['sound', 'checking', 'broken', 'not_latest'] as const;

/** Forms that a base path of the service may have. */
export const BASE_FORMS = ['A', 'B', 'both'] as const;
export type BaseForms = (typeof BASE_FORMS)[number];

/** Methods that change nothing. */
export const READING_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Content that the client received: the response, an error instead, the response with another body, or nothing
 * complete.
 */
export type GotByClient = 'answer' | 'error' | 'other_body' | 'nothing' | 'hang';

export const RECORDING_STARTS = ['now', 'beginning'] as const;
export const RECORDING_ENDS = ['stop', 'reset', 'restore', 'bounds'] as const;
