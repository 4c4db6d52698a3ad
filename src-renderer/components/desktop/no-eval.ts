/**
 * Keeps zod from making functions out of text, which it tries where nobody says otherwise and which the pages' security
 * policy refuses with a complaint. Imported before any schema.
 */
import { config } from 'zod';

config({ jitless: true });
