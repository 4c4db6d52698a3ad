/** Choices that the app lists, separate from the schemas: it needs no validator. */

export { TIERS } from '../../domain/events/event-choices.ts';
export { DELIVERY_STATUSES, WEBHOOK_TYPES } from '../../domain/webhook-choices.ts';
