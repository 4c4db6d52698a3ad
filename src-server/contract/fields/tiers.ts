/** The tiers of accounts (decision E3), apart from the schemas: the app lists them, and has no use for a validator. */

export { TIERS } from '../../domain/events/event-choices.ts';
