/** The flags that set up a world and its limits, which `serve` and `app` have in common. */
import type { Command } from 'commander';
import type { BallastOptions } from '../../app.ts';

/** As texts from commander, not validated yet. */
export interface WorldFlags {
  readonly seed?: string;
  readonly clock?: string;
  readonly clockMode?: string;
  readonly clockRate?: string;
  readonly driftCheck?: string;
  readonly dividends?: string;
  readonly settlement?: string;
  readonly rules?: string;
  readonly tier?: string;
  readonly rateLimit?: string;
  readonly rateLimitClock?: string;
  readonly allowWebhookHost?: readonly string[];
  readonly webhookCa?: string;
}

export function addWorldFlags(command: Command): Command {
  return command
    .option('--seed <number>', 'seed of a new world, which determines all randomness (default 1)')
    .option('--clock <time>', 'start time of a new world, in virtual time (default 2026-03-02T09:30:00Z)')
    .option('--clock-mode <mode>', 'clock mode: realtime, manual or instant (default realtime)')
    .option('--clock-rate <number>', 'virtual seconds per real second in realtime (default 1)')
    .option('--drift-check <duration>', 'how often drift is checked, in virtual time (default 15m)')
    .option('--dividends <mode>', 'whether instruments of a new world pay dividends: off or on (default off)')
    .option('--settlement <how>', 'settlement of a new world: immediate, or simulated (days later) (default immediate)')
    .option('--rules <how>', 'mode of wrapper and jurisdiction rules: warn, enforce or off (default warn)')
    .option('--tier <tier>', 'monthly quota of the default account: starter, growth or enterprise (default growth)')
    .option('--rate-limit <number>', 'requests per key in any 60 s, or off (default 60)')
    .option('--rate-limit-clock <clock>', 'clock for these 60 s: real or virtual time (default real)')
    .option(
      '--allow-webhook-host <name>',
      'a host other than loopback that may receive webhooks, or NAME=ADDRESS; may be repeated',
      append,
    )
    .option('--webhook-ca <file>', 'additional CA certificates (PEM) to trust for webhook receivers');
}

/** For flags that may be repeated. */
export function append(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text];
}

/** What these flags come to, as options of a server. */
export type WorldSetup = Partial<BallastOptions>;

export function worldSetupOf(options: BallastOptions): WorldSetup {
  const { seed, startAt, clockMode, clockRate, driftCheckMs, dividends = null, settlement = null } = options;
  const { rules, tier, rateLimitPerMinute, rateLimitClock = 'real' } = options;
  const { allowedWebhookHosts = [], webhookCa = null } = options;
  return {
    ...{ seed, startAt, clockMode, clockRate, driftCheckMs, dividends, settlement },
    ...{ rules, tier, rateLimitPerMinute, rateLimitClock, allowedWebhookHosts, webhookCa },
  };
}
