/**
 * Keeps zod from generating functions from text: it tries to by default, and the pages' security policy blocks and
 * reports it. Imported before any schema.
 */
import { config } from 'zod';

config({ jitless: true });
