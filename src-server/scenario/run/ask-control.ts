/** Requests of a scenario to the control plane of its world, typed by the rows of its operations. */
import type { ControlRoute, TermsOf } from '../../contract/control/control-routes.ts';
import { routeRequest } from '../../contract/openapi/request-terms.ts';
import type { ScenarioHost, ScenarioRequest, ScenarioResponse } from './scenario-host.ts';

/** A request such as `POST /faults` with the parameters, query and body of its row. */
export function controlOf<Route extends ControlRoute>(route: Route, ...[terms]: TermsOf<Route>): ScenarioRequest {
  const { body, ...request } = routeRequest(route, terms);
  return { base: 'control', ...request, ...(body === undefined ? {} : { body }) };
}

/** Sends it; a refusal by the control plane is a response, too. */
export function askControl<Route extends ControlRoute>(
  host: Pick<ScenarioHost, 'send'>,
  route: Route,
  ...terms: TermsOf<Route>
): Promise<ScenarioResponse> {
  return host.send(controlOf(route, ...terms));
}
