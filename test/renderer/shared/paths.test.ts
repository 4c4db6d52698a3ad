/** Proves that the addresses of the app are created and parsed in one way. */

import { expect, test } from 'vitest';
import { GOLDEN, listPath, paths, readScenarioPath, screenOf } from '../../../src-renderer/paths.ts';

test.each([
  [paths.portfolio(':portfolioId'), '/portfolios/:portfolioId'],
  [paths.listing('DE0007164600', 'XETR', { interval: '1m' }), '/market/prices/DE0007164600/XETR?interval=1m'],
  [paths.plan('pf_1', new URLSearchParams({ budget: '10' })), '/portfolios/pf_1/plan?budget=10'],
  [paths.plan('pf_1', ''), '/portfolios/pf_1/plan'],
  [paths.request('rq_1', '?status=404'), '/traffic/requests/rq_1?status=404'],
  [paths.sink('a/b ä'), '/traffic/sinks/a%2Fb%20%C3%A4'],
  [paths.scenario('week/a b.yaml', 'run 1'), '/scenarios/week/a%20b.yaml?run=run+1'],
  [paths.comparedRuns(GOLDEN, 'sr_1'), '/scenarios/compare?a=golden&b=sr_1'],
  [paths.exploration('ex 1'), '/explorer/ex%201'],
  [paths.newExploration('ex_1'), '/explorer/new?like=ex_1'],
  [paths.comparedRuns(null, 'sr_1'), '/scenarios/compare?b=sr_1'],
])('%s', (made, address) => {
  expect(made).toBe(address);
});

test('the end of the address of a scenario determines its view', () => {
  const read = (address: string) => readScenarioPath(decodeURIComponent(address.slice('/scenarios/'.length)));
  const pathnameOf = (address: string) => new URL(address, 'http://localhost').pathname;
  const file = 'week/a b.yaml';
  expect(read(pathnameOf(paths.scenario(file, 'sr_1')))).toEqual({ file, view: 'run' });
  expect(read(pathnameOf(paths.runTimeline(file, 'sr_1', { event: 3 })))).toEqual({ file, view: 'timeline' });
  expect(read(pathnameOf(paths.sweep(file, 'sw_1', 'cost')))).toEqual({ file, view: 'sweep' });
});

test.each([
  [paths.plan('pf_1'), paths.portfolios],
  [paths.fault('ft_1'), paths.faults],
  [paths.delivery('dl_1'), paths.webhooks()],
  [paths.trace('rq_1'), paths.requests()],
  [paths.exploration('ex_1'), paths.explorer],
])('the list of %s is %s', (address, list) => {
  expect(listPath(address)).toBe(list);
});

test.each([
  [paths.lots('pf_1'), paths.portfolio('pf_1')],
  [paths.portfolioView('pf_1', 'activity'), paths.portfolio('pf_1')],
  [paths.portfolioView('pf_1', 'constraints'), paths.portfolio('pf_1')],
  [paths.portfolioView('pf_1', 'policy'), paths.portfolio('pf_1')],
  [paths.plan('pf_1'), paths.portfolio('pf_1')],
  [paths.newPortfolio(), paths.newPortfolio()],
  [paths.comparePlans('pf_1'), paths.comparePlans('pf_1')],
  [paths.editPortfolio('pf_1'), paths.editPortfolio('pf_1')],
  [paths.request('rq_1'), paths.traffic],
  [paths.settingsTab('data'), paths.settings],
  [paths.listing('DE0007164600', 'XETR'), paths.market],
  [paths.watch, paths.market],
  [paths.recordings, paths.scenarios],
  [paths.scenario('week/a.yaml'), paths.scenario('week/a.yaml')],
])('%s is shown by the screen %s', (address, screen) => {
  expect(screenOf(address)).toBe(screen);
});
