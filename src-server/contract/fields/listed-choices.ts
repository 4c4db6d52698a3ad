/** Choices that the app lists, apart from the schemas: it has no use for a validator. */

export { TIERS } from '../../domain/events/event-choices.ts';
export { DELIVERY_STATUSES, WEBHOOK_TYPES } from '../../domain/webhook-choices.ts';
