/**
 * The protocol between the explorer and a client: the variables that the client gets, and the meaning of its exit code.
 */
import { Panel } from '../../../components/layout/panel.tsx';
import classes from '../explorer.module.css';

const VARIABLES = {
  BALLAST_BASE_URL: 'Address of the service.',
  BALLAST_FORM_A_URL: 'Base address of Form A.',
  BALLAST_FORM_B_URL: 'Base address of Form B.',
  BALLAST_API_KEY: 'API key for requests to Form A and Form B.',
  BALLAST_CONTROL_URL: 'Address of the control plane, to register webhooks or add cash.',
  BALLAST_ADMIN_TOKEN: 'Token for requests to the control plane.',
  BALLAST_WEBHOOK_SECRET: 'Secret with which webhooks are signed.',
  BALLAST_WEBHOOK_PORT: 'Port of the client’s webhook receiver, if the file has one.',
  BALLAST_PORTFOLIO_NAME: 'Identifier of the portfolio named “as: NAME” in the world of the file, if there is one.',
  BALLAST_TRIAL_FOLDER: 'Empty folder for what the client stores; it is deleted after the run.',
};
const EXIT_CODES = {
  '0': 'Success: the client achieved what it wanted.',
  '75': 'The client gave up deliberately.',
  'any other': 'The client crashed.',
};

export function ClientTerms() {
  return (
    <Panel title="Environment variables and exit codes" padded>
      <p className={classes.lead}>
        Each run has its own world. These environment variables tell the client where it is; their values differ from
        run to run:
      </p>
      <Terms label="Environment variables" of={VARIABLES} />
      <p className={classes.lead}>The exit code is the result:</p>
      <Terms label="Exit codes" of={EXIT_CODES} />
    </Panel>
  );
}

function Terms({ label, of }: { readonly label: string; readonly of: Readonly<Record<string, string>> }) {
  return (
    <dl className={classes.terms} aria-label={label}>
      {Object.entries(of).map(([name, meaning]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
