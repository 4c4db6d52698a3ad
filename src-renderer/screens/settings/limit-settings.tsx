/** How often clients may ask and how much they may rebalance: limits with their present use, and what is answered beyond. */
import { Code, Text } from '@mantine/core';
import { useApiKeys, useTiers } from '../../api/accounts-api.ts';
import { useLimits } from '../../api/world-api.ts';
import { QueryBoundary } from '../../components/feedback/query-boundary.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { KeyUseTable } from './key-use-table.tsx';
import { Setting } from './setting.tsx';
import classes from './settings.module.css';
import { TierSettings } from './tier-settings.tsx';

export function LimitSettings() {
  const limits = useLimits();
  const keys = useApiKeys();
  const tiers = useTiers();
  return (
    <>
      <QueryBoundary read={limits} doing="Reading the limits">
        {(data) => (
          <Panel title="Requests in any 60 s" side="refused requests do not count">
            <Setting
              label="The server’s limit"
              says={
                <>
                  Holds for a key without a limit of its own, nor through its account. Set when the server is started:{' '}
                  <Code>--rate-limit</Code>.
                </>
              }
            >
              <strong>{data.server ?? 'none'}</strong>
            </Setting>
            <KeyUseTable limits={data} keys={keys.data?.keys ?? []} />
          </Panel>
        )}
      </QueryBoundary>
      <QueryBoundary read={tiers} doing="Reading the tiers">
        {(data) => <TierSettings tiers={data.tiers} />}
      </QueryBoundary>
      <Refusals />
    </>
  );
}

/** What a client meets, word for word as far as it is the same every time. */
function Refusals() {
  return (
    <Panel title="What a client meets beyond them" padded>
      <div className={classes.refusals}>
        <section>
          <h3>Too many requests: 429</h3>
          <Text component="pre" ff="monospace" fz="xs">
            {TOO_MANY}
          </Text>
          <Text c="dimmed">Nothing was done. It may ask again after as many seconds as Retry-After says.</Text>
        </section>
        <section>
          <h3>The month is used up: 402</h3>
          <Text component="pre" ff="monospace" fz="xs">
            {USED_UP}
          </Text>
          <Text c="dimmed">Dry runs and reading go on. A new month of the virtual clock begins anew.</Text>
        </section>
      </div>
    </Panel>
  );
}

const TOO_MANY = `HTTP/1.1 429 Too Many Requests
Retry-After: 12
RateLimit-Policy: "requests"; q=60; w=60
RateLimit: "requests"; r=0; t=12

{"error": {"code": "rate_limit",
  "message": "More than 60 requests in 60 s for …",
  "request_id": "rq_…", "details": []}}`;

const USED_UP = `HTTP/1.1 402 Payment Required

{"error": {"code": "quota_exceeded",
  "message": "The account … has used up its quota …",
  "request_id": "rq_…", "details": []}}`;
