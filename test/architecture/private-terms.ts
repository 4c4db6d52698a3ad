/**
 * The words that no name may have, each with what docs/glossary.md says instead, and the few names that may have them. A
 * term is one or several segments of a name in order (`order-desk` and `OrderDesk` have the segments `order` and `desk`);
 * `*` stands for any ending. `PROSE_TERMS` are the words that no comment and no title of a test may have, and the tag that
 * Vitest does not find.
 */

export interface PrivateTerm {
  readonly term: string;
  /** Only where the name ends with it. */
  readonly atEnd?: true;
  readonly use: string;
}

export interface AllowedName {
  /** As it is written, without an extension for a file. */
  readonly name: string;
  readonly term: string;
  readonly reason: string;
}

/** Words of a comment or of a test's title, by a pattern that ignores case. */
export interface ProseTerm {
  readonly pattern: RegExp;
  readonly use: string;
}

export const PRIVATE_TERMS: readonly PrivateTerm[] = [
  { term: 'answer*', use: 'response, respond, or what it is' },
  { term: 'as seen', use: 'observed' },
  { term: 'asked', use: 'requested, request or query' },
  { term: 'asked command', use: 'command request' },
  { term: 'at hand', use: 'cache' },
  { term: 'begun', use: 'started, or initial' },
  { term: 'beside', use: 'side by side, or a diff' },
  { term: 'book', use: 'registry, store, ledger or projection' },
  { term: 'books', use: 'registry, store, ledger or projection' },
  { term: 'bound waits', use: 'timeouts' },
  { term: 'crew', use: 'executor' },
  { term: 'deed*', use: 'action' },
  { term: 'departure*', use: 'delivery scheduler' },
  { term: 'desk', use: 'gateway, scheduler or service' },
  { term: 'door', use: 'entry' },
  { term: 'edition', use: 'compatibility key' },
  { term: 'exchange line*', use: 'exchange connections' },
  { term: 'face of', use: 'attributes' },
  { term: 'furnish*', use: 'populate' },
  { term: 'gather*', use: 'collect or load' },
  { term: 'go on', use: 'advance' },
  { term: 'goes on', use: 'advances' },
  { term: 'hands', use: 'client or control' },
  { term: 'heads', use: 'headers' },
  { term: 'hear', use: 'listen' },
  { term: 'hire*', use: 'start' },
  { term: 'in turn', use: 'exclusive or enqueue' },
  { term: 'interfere*', use: 'fault injection' },
  { term: 'journal exchange*', use: 'journal request' },
  { term: 'judg*', use: 'validate' },
  { term: 'keep*', use: 'store or save' },
  { term: 'kept', use: 'stored' },
  { term: 'key ring', use: 'API key index' },
  { term: 'lamp*', use: 'status indicator' },
  { term: 'lay own', use: 'create' },
  { term: 'let leave', use: 'schedule' },
  { term: 'line control', use: 'connection control' },
  { term: 'live line', use: 'progress line' },
  { term: 'matched exchange*', use: 'matched request' },
  { term: 'meddl*', use: 'faulted' },
  { term: 'meet', use: 'handle' },
  { term: 'merits', use: 'reduced costs' },
  { term: 'moved prices', use: 'overlaid' },
  { term: 'moved quotes', use: 'overlaid' },
  { term: 'moved rates', use: 'overlaid' },
  { term: 'moved volumes', use: 'overlaid' },
  { term: 'note commands', use: 'record commands' },
  { term: 'open again', use: 'reopen' },
  { term: 'own market', use: 'custom market' },
  { term: 'own moves', use: 'idiosyncratic moves' },
  { term: 'parcel*', use: 'batch' },
  { term: 'parting', use: 'divergence' },
  { term: 'past of', use: 'history' },
  { term: 'peek body', use: 'buffer' },
  { term: 'photograph*', use: 'capture' },
  { term: 'pot', use: 'pool' },
  { term: 'pots', use: 'pools' },
  { term: 'rail*', use: 'sidebar' },
  { term: 'redis line', use: 'Redis connection' },
  { term: 'replay sum', use: 'replay summary' },
  { term: 'run asked', use: 'run recorded' },
  { term: 'run past', use: 'run history' },
  { term: 'rush*', use: 'pending batches' },
  { term: 'said', use: 'stated, reported or message' },
  { term: 'seat', use: 'host' },
  { term: 'seated', use: 'hosted' },
  { term: 'sendings', use: 'submissions' },
  { term: 'shelf', use: 'store' },
  { term: 'shelves', use: 'stores' },
  { term: 'sight', use: 'context' },
  { term: 'spell*', use: 'format' },
  { term: 'spoil*', use: 'corrupt' },
  { term: 'standing portfolio', use: 'portfolio valuation' },
  { term: 'step exchange*', use: 'HTTP interaction' },
  { term: 'straddl*', use: 'multi-currency' },
  { term: 'stream ring', use: 'replay buffer' },
  { term: 'stretch*', use: 'segment' },
  { term: 'strike*', use: 'trigger' },
  { term: 'struck', use: 'triggered' },
  { term: 'take turns', use: 'exclusive or enqueue' },
  { term: 'tell*', use: 'publish, emit or report' },
  { term: 'then', atEnd: true, use: 'historical, or at an event' },
  { term: 'told', use: 'published, emitted or reported' },
  { term: 'toll*', use: 'multipliers' },
  { term: 'word', atEnd: true, use: 'quote, format or label' },
  { term: 'words', use: 'label, format or arguments' },
  { term: 'world motion', use: 'runtime' },
];

export const ALLOWED_NAMES: readonly AllowedName[] = [
  ...['answer', 'answers', 'answered'].map((name) => ({
    name,
    term: 'answer*',
    reason: 'a field of stubs and sinks, which scenario files and clients use',
  })),
  ...['api_empty_answer', 'late_answer', 'lost_answer', 'no_answer', 'unreadable_answer'].map((name) => ({
    name,
    term: 'answer*',
    reason: 'a kind of fault or its effect, which scenario files and reports of the explorer use',
  })),
  { name: 'keep', term: 'keep*', reason: 'the field that keeps a world or a part of a body' },
  { name: 'keep_alive', term: 'keep*', reason: 'the word of HTTP' },
  { name: 'then', term: 'then', reason: 'the keyword of JSON Schema and of scenarios' },
  { name: 'keepalive', term: 'keep*', reason: 'the option of fetch' },
];

export const PROSE_TERMS: readonly ProseTerm[] = [
  { pattern: /\bwhoever\b/i, use: 'the caller, the client, the user or the reader' },
  { pattern: /\b(?:is|are|was|were|be|been|being) told\b/i, use: 'receives, is notified or is reported' },
  { pattern: /\btold\b/i, use: 'reported, published or distinguished' },
  { pattern: /\b(?:the|its|their|of|under|through) hands\b/i, use: 'the client, the caller or the control plane' },
  { pattern: /\bhands (?:it|them|out|over|on|back|in)\b/i, use: 'passes, returns or sends' },
  { pattern: /\bstands?\b(?! for\b)/i, use: 'is, applies, is listed or is stored' },
  { pattern: /\blies\b/i, use: 'is, or is stored' },
  { pattern: /\bgo(?:es)? on\b/i, use: 'continues, resumes or advances' },
  { pattern: /\bbesides\b/i, use: 'other than, apart from or also' },
  { pattern: /\bheard\b/i, use: 'received or observed' },
  { pattern: /\bjudge[sd]?\b/i, use: 'validates, checks or assesses' },
  { pattern: /\bheld (?:back|to|against|up)\b/i, use: 'delayed, required to, or compared with' },
  { pattern: /\b(?:an|the|its|each|every|no|this|that|first|second|last) answers?\b/i, use: 'response' },
  { pattern: /\bof (?:what|whom)\b/i, use: 'a noun' },
  { pattern: /\bby (?:what|whom)\b/i, use: 'a noun' },
  {
    pattern: /^\W*(?:how many|how much|what|whose|who)\b[^?]*$/i,
    use: 'a noun or a sentence with a verb',
  },
  // Vitest ignores a tag after other words, so that a test for the deep run alone would also run in `npm test`.
  { pattern: /(?<=[^\s*][^\n]*)@module-tag/, use: 'it on a line of its own' },
];
