/**
 * The messages between the desktop's main process and its pages, each message in full. Both sides validate received
 * messages with these schemas. Messages name commands and objects, never files to read or addresses to open.
 */
import { z } from 'zod';

const rebalanceId = z
  .string()
  .regex(/^rb_[A-Za-z0-9]{1,64}$/)
  .describe('Rebalance, by its identifier.');

/** From the main process to the page. */
export const toPage = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('command'),
      id: z
        .string()
        .regex(/^[a-z0-9-]{1,40}$/)
        .describe("Identifier in the app's own table of commands; the page ignores one that it does not have."),
    }),
    z.strictObject({
      kind: z.literal('show-scenario'),
      file: z.string().min(1).max(1000).describe('A scenario as `GET /sim/scenarios` names it.'),
    }),
    z.strictObject({
      kind: z.literal('show-rebalance'),
      rebalance_id: rebalanceId.nullable().describe('Null: the list of all of them.'),
    }),
    z.strictObject({
      kind: z.literal('notify'),
      tone: z.enum(['info', 'warn']).describe('warn: something did not happen that was asked for.'),
      text: z.string().min(1).max(500).describe('Shown in a toast.'),
    }),
  ])
  .meta({ id: 'DesktopToPage', description: 'What the desktop sends to its page.' });
export type ToPage = z.infer<typeof toPage>;

/** From the page to the main process. */
export const fromPage = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('listening') }).describe('The page is ready: waiting messages may be sent.'),
    z
      .strictObject({
        kind: z.literal('notify'),
        rebalance_id: rebalanceId.nullable().describe('What a click shows; null: the list.'),
        title: z.string().min(1).max(80).describe('First line of the notification.'),
        body: z.string().max(200).describe('Second line.'),
      })
      .describe('A rebalance has ended; shown unless the window has the focus.'),
    z
      .strictObject({
        kind: z.literal('progress'),
        share: z
          .number()
          .min(0)
          .max(1)
          .nullable()
          .describe('Progress of the activity under way, from 0 to 1; null: none.'),
      })
      .describe('Shown on the task bar or dock.'),
    z
      .strictObject({
        kind: z.literal('save-pdf'),
        name: z
          .string()
          .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$/)
          .describe('Name to propose for the file, without folder and ending.'),
      })
      .describe('Print what is shown into a PDF file that the user names.'),
  ])
  .meta({ id: 'DesktopFromPage', description: 'What a page asks of the desktop.' });
export type FromPage = z.infer<typeof fromPage>;

/** The response of the main process to a message of the page. */
export const desktopResponse = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('done') }),
    z.strictObject({ kind: z.literal('cancelled') }).describe('The user closed the dialog.'),
    z.strictObject({ kind: z.literal('saved'), file: z.string().describe('Name of the file, without its folder.') }),
    z.strictObject({
      kind: z.literal('refused'),
      reason: z.string().describe('Reason for the failure, as a sentence.'),
    }),
  ])
  .meta({ id: 'DesktopResponse', description: 'Outcome of a message from the page.' });
export type DesktopResponse = z.infer<typeof desktopResponse>;
