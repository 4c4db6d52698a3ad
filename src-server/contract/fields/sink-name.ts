/** A sink's name; also the last segment of its path, so it cannot lead to another one. */
export const SINK_NAME = /^(?!\.{1,2}$)[A-Za-z0-9._~-]{1,64}$/;

export const SINK_NAME_RULE = '1 to 64 of A-Z, a-z, 0-9, ".", "_", "~" and "-"';

/** The sink of the path without a name. */
export const DEFAULT_SINK = 'default';
