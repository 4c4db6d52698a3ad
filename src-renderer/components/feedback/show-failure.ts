/** The toast of a command that failed: the service's own code, message and fields. */
import { notifications } from '@mantine/notifications';
import { ApiError } from '../../api/api-error.ts';

const SHOWN_MS = 12_000;

/** `doing` is the start of a sentence: "Removing the endpoint". */
export function showFailure(doing: string, error: unknown): void {
  const code = error instanceof ApiError ? ` (${error.code})` : '';
  const details = error instanceof ApiError ? error.details.map((detail) => `${detail.path}: ${detail.issue}`) : [];
  const message = [error instanceof Error ? error.message : String(error), ...details].join(' · ');
  notifications.show({ title: `${doing} failed${code}`, message, color: 'red', autoClose: SHOWN_MS });
}
