/**
 * Validates the rows of a world in a database that somebody else made (decision N8): by the strict schemas of the
 * control plane where a value is sent out or gives the time of something, elsewhere by shape alone. A column without a
 * rule here has the type that its table declares.
 */
import { z } from 'zod';
import { interfaceFault, webhookFault } from '../../contract/control/http-faults/http-faults.ts';
import { setPolicyBody } from '../../contract/control/portfolios/policies.ts';
import { scriptSink } from '../../contract/control/webhooks/sinks.ts';
import { issuePlaces, pointerTo } from '../../contract/fields/issue-places.ts';
import { SINK_NAME } from '../../contract/fields/sink-name.ts';
import { customMarket, syntheticInstruments } from '../../contract/scenario/custom-market.ts';
import {
  CASH_FLOW_INTERVALS,
  CASH_FLOW_KINDS,
  CORPORATE_ACTION_KINDS,
  FAULT_KINDS,
  TIERS,
} from '../../domain/events/event-choices.ts';
import { parseInstant } from '../../domain/numbers/instant.ts';
import { USED_TRUSTS } from '../../domain/webhook-choices.ts';
import { CLOCK_MODES } from '../../domain/world-choices.ts';
import { certificateFault } from '../../engine/webhooks/receiver-trust.ts';
import {
  COMMANDS_AT_START_SETTING,
  COMMANDS_SINCE_SETTING,
  CONTENTS_SETTING,
  CUSTOM_MARKET_SETTING,
  DIVIDENDS_SETTING,
  DRIFT_CHECK_SETTING,
  REQUEST_IDS_SETTING,
  STARTED_AT_SETTING,
  TIMELINE_SETTING,
} from '../../store/database/setting-keys.ts';
import { validateEndpointUrl } from '../../webhooks/endpoint-url.ts';

/** No clock of a world gets close to either limit. */
const [FIRST_MS, LAST_MS] = [parseInstant('1900-01-01T00:00:00Z') ?? 0, parseInstant('2200-01-01T00:00:00Z') ?? 0];
const storedInstantMs = z.int().min(FIRST_MS).max(LAST_MS);

const whole = z.int().min(0);
const share = z.number().min(0).max(1);
const something = z.looseObject({});
const orNull = <T extends z.ZodType>(schema: T) => schema.nullable();
/** Fraction of a share, or ratio of a split. */
const fraction = z.string().regex(/^\d{1,1000}\/[1-9]\d{0,999}$/, 'is not a fraction');
const shares = orNull(z.int().min(1).max(1000));
const texts = z.array(z.string());
const textsByName = z.record(z.string(), z.string());
const notices = z.looseObject({ code: z.string(), message: z.string() });
const costs = z.looseObject({ totalMinor: z.number() });
const rates = z.record(z.string(), z.number());

const endpointUrl = z.string().superRefine((url, context) => {
  const issue = validateEndpointUrl(url, () => null);
  if (issue !== null) context.addIssue({ code: 'custom', message: issue });
});

const certificates = z.string().superRefine((pem, context) => {
  const issue = certificateFault(pem);
  if (issue !== null) context.addIssue({ code: 'custom', message: issue });
});

const scripted = scriptSink.shape.answers.element.shape;
const sinkResponse = z.strictObject({
  status: scripted.status,
  delayMs: scripted.delay_ms.unwrap(),
  headers: scripted.headers.unwrap(),
  body: scripted.body.unwrap(),
  times: scripted.times.unwrap(),
});

const clock = z.strictObject({
  mode: z.enum(CLOCK_MODES),
  rate: z.number().min(0.001).max(100_000),
  paused: z.boolean(),
  advance: orNull(z.strictObject({ fromMs: storedInstantMs, toMs: storedInstantMs, goal: z.json(), maxEvents: whole })),
});

const latency = z.record(z.string(), z.looseObject({}));
const venueSettings = z.looseObject({
  mic: z.string(),
  commission: z.looseObject({ bps: z.number(), minimumMinor: z.number() }),
  latency,
  acknowledgeWithinMs: z.int().min(1).max(LAST_MS),
  lotMicro: z.int().min(1),
  participation: share,
  sliceIntervalMs: z.int().min(1).max(LAST_MS),
});

/** With the bounds of a world file, because a world creates as many instruments as this says. */
const storedMarket = z.strictObject({ ...customMarket, synthetic: orNull(syntheticInstruments) });

type Rules = Readonly<Record<string, Readonly<Record<string, z.ZodType>>>>;

/** By table and record field. */
const RULES: Rules = {
  world: { seed: whole, timerSeq: whole, eventCount: whole, clock },
  counters: { value: whole },
  events: { data: z.string().refine((text) => isJsonOf(text, something), 'must be an object as JSON') },
  timers: { seq: whole },
  accounts: { tier: z.enum(TIERS), monthlyLimit: orNull(limit('unlimited')), rateLimit: orNull(limit('off')) },
  tier_limits: { tier: z.enum(TIERS), monthlyLimit: limit('unlimited') },
  api_keys: { secretHash: printable(), rateLimit: orNull(limit('off')) },
  portfolios: { referenceRates: rates, metadata: orNull(textsByName), constraints: orNull(something) },
  targets: { weight: share },
  positions: { quantityMicro: whole, rest: orNull(fraction) },
  lot_trades: {
    quantityMicro: whole,
    unitMicro: orNull(whole),
    chargesMinor: whole,
    rest: orNull(fraction),
    ratioNew: shares,
    ratioOld: shares,
  },
  trade_settlements: { rest: orNull(fraction) },
  rebalances: { warnings: z.array(notices), failure: orNull(notices), formA: orNull(something) },
  orders: {
    estimatedCosts: costs,
    reason: something,
    dealtRates: orNull(rates),
    dealtCommission: orNull(something),
    lastSubmission: orNull(something),
    termination: orNull(notices),
  },
  plans: { orders: orNull(z.array(something)), plan: something },
  fills: { costs, orderAtFill: something },
  exchange_orders: { stepMicro: z.int().min(1), termination: orNull(something) },
  desk_orders: { order: something, receivedAhead: z.array(whole), termination: orNull(something) },
  market_faults: { kind: z.enum(FAULT_KINDS), share },
  cash_flows: {
    kind: z.enum(CASH_FLOW_KINDS),
    every: orNull(z.enum(CASH_FLOW_INTERVALS)),
    amountMinor: z.int().min(1),
    occurrences: whole,
    refused: whole,
  },
  corporate_actions: {
    kind: z.enum(CORPORATE_ACTION_KINDS),
    ratioNew: shares,
    ratioOld: shares,
    amountMicro: orNull(z.int().min(1)),
    priceFactor: orNull(z.number().positive().max(1e6)),
  },
  dividends: {
    amountMicro: whole,
    quantityMicro: whole,
    grossMinor: whole,
    withholdingPpm: z.int().min(0).max(1_000_000),
  },
  policies: { terms: setPolicyBody, state: something },
  bulk_rebalances: { terms: something, state: something },
  bulk_portfolios: { refusal: orNull(something), planned: orNull(something), traded: orNull(something) },
  exchange_settings: { settings: venueSettings },
  pins: { midMicro: z.int().min(1) },
  price_series: { rows: z.array(z.looseObject({ atMs: storedInstantMs, midMicro: z.int().min(1) })) },
  webhook_endpoints: {
    url: endpointUrl,
    events: orNull(texts),
    secret: printable(),
    previousSecrets: z.array(z.strictObject({ secret: printable(), untilMs: storedInstantMs })),
    timeoutMs: z.int().min(1).max(600_000),
    tls: orNull(z.union([z.strictObject({ ca: certificates }), z.strictObject({ insecure: z.literal(true) })])),
  },
  deliveries: { url: endpointUrl, payload: z.string(), drawnFault: orNull(z.looseObject({ what: z.string() })) },
  delivery_attempts: {
    requestHeaders: textsByName,
    responseHeaders: textsByName,
    tls: orNull(z.enum(USED_TRUSTS)),
    injected: orNull(z.looseObject({ faultId: z.string(), kind: z.string() })),
  },
  sink_requests: { headers: textsByName, status: z.int().min(100).max(599), delayMs: whole },
  sink_scripts: {
    name: z.string().regex(SINK_NAME, 'is not the name of a sink'),
    answers: z.array(sinkResponse).min(1).max(100),
    given: whole,
  },
  wire_faults: { terms: z.union([interfaceFault, webhookFault]), share, skip: whole },
  commands: {
    method: z.string().regex(/^[A-Z]{1,20}$/, 'is not a request method'),
    path: z.string().regex(/^\/\P{Cc}*$/u, 'is not a request path'),
    facts: orNull(z.looseObject({ ids: textsByName })),
  },
};

function limit(without: string) {
  return z.union([whole, z.literal(without)]);
}

function printable() {
  return z.string().regex(/^[\x20-\x7e]{1,500}$/, 'is not 1 to 500 printable characters');
}

const SETTINGS: Readonly<Record<string, (value: string) => boolean>> = {
  [REQUEST_IDS_SETTING]: isCount,
  [COMMANDS_AT_START_SETTING]: isCount,
  [COMMANDS_SINCE_SETTING]: isCount,
  [DRIFT_CHECK_SETTING]: (value) => isCount(value) && Number(value) >= 60_000,
  [DIVIDENDS_SETTING]: (value) => storedInstantMs.safeParse(Number(value)).success,
  [STARTED_AT_SETTING]: (value) => parseInstant(value) !== null,
  [CONTENTS_SETTING]: (value) => isJsonOf(value, something),
  [CUSTOM_MARKET_SETTING]: (value) => value === '' || isJsonOf(value, storedMarket),
  [TIMELINE_SETTING]: (value) =>
    isJsonOf(
      value,
      z.array(z.strictObject({ events: whole, journal: whole, atMs: whole.optional(), leftMs: whole.optional() })),
    ),
};

function isCount(value: string): boolean {
  return /^\d{1,15}$/.test(value);
}

function isJsonOf(text: string, schema: z.ZodType): boolean {
  try {
    return schema.safeParse(JSON.parse(text)).success;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** Returns the column name in the database. */
function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns why a row is not one of our worlds, as the end of a sentence; `null` where it may be one. */
export function rowIssue(table: string, row: Readonly<Record<string, unknown>>): string | null {
  const rules = RULES[table] ?? {};
  for (const [field, value] of Object.entries(row)) {
    const isInstant = field.endsWith('Ms') && typeof value === 'number' && Number.isInteger(value);
    const rule = rules[field] ?? (isInstant ? storedInstantMs : null);
    const [place] = (rule?.safeParse(value, { reportInput: true }).error?.issues ?? []).flatMap((issue) =>
      issuePlaces(issue),
    );
    if (place === undefined) continue;
    return `has a value at ${columnOf(field)}${pointerTo(place.path)} that no world of Ballast has: it ${place.issue}`;
  }
  if (table !== 'settings') return null;
  const [name, value] = [String(row.name), String(row.value)];
  return SETTINGS[name]?.(value) === false ? `has a value of ${name} that no world of Ballast has` : null;
}
