/**
 * Groups the pages of the site: guides by audience, recipes, reference, and pages for contributors. Each page lists
 * only its own group; the bar at the top leads to the others.
 */

import type { DefaultTheme } from 'vitepress';

type Entry = readonly [text: string, link: string];

export const NAVIGATION: DefaultTheme.NavItem[] = [
  { text: 'Guides', link: '/' },
  { text: 'Recipes', link: '/recipes/', activeMatch: '^/recipes/' },
  { text: 'Reference', link: '/reference/features', activeMatch: '^/reference/' },
  {
    text: 'Contributing',
    link: '/contributing',
    activeMatch: '^/(architecture|conformance|contributing|decisions|interface-decisions|performance|security)',
  },
  // Another page of the same server, not of the site.
  { text: 'Try the API', link: '/api/', target: '_self' },
];

const GUIDES: Readonly<Record<string, readonly Entry[]>> = {
  Start: [
    ['Where to begin', '/'],
    ['What Ballast is', '/about'],
    ['What Ballast does', '/reference/features'],
    ['Glossary', '/glossary'],
    ['Changes', '/changelog'],
  ],
  Advisers: [['A client, from the first meeting to the annual review', '/advisers']],
  Analysts: [
    ['The app', '/reference/app'],
    ['Screens of the app', '/files/docs/images/'],
    ['Market data', '/market-data'],
    ['Your own prices and portfolios', '/import'],
    ['The lab', '/lab'],
    ['The cost budget', '/cost-budget'],
  ],
  'Integration testers': [
    ['Testing in JavaScript and TypeScript', '/testing'],
    ['Any other language, containers', '/examples/any-language'],
    ['Tests in Docker Compose', '/examples/compose/'],
    ['A project for Vitest', '/examples/vitest/'],
    ['A project for Jest', '/examples/jest/'],
    ['A project for node:test', '/examples/node-test/'],
    ['The explorer', '/explorer'],
    ['Testing in Python', '/python'],
    ['A project for pytest', '/examples/python/'],
    ['Does Ballast match the real service?', '/real-traffic'],
    ['A tour of the API', '/api'],
  ],
  Recipes: [
    ['All recipes', '/recipes/'],
    ['Test a lost response', '/recipes/lost-answer'],
    ['Test a rotated webhook secret', '/recipes/rotated-secret'],
    ['Run tests in parallel', '/recipes/parallel-tests'],
    ['Test a rate limit', '/recipes/rate-limit'],
    ['Test a 503 of a gateway', '/recipes/gateway-error'],
    ['Test an exchange that is down', '/recipes/exchange-down'],
    ['Replay a bug', '/recipes/replay-a-bug'],
    ['Check a client against a year of drift', '/recipes/year-of-drift'],
    ['Is this data folder sound?', '/recipes/sound-folder'],
  ],
  'Scenario authors': [
    ['Scenarios', '/scenarios'],
    ['The library', '/scenario-library'],
    ['Names in scenarios', '/reference/events-and-views'],
    ['What a file may say', '/reference/scenario-files'],
  ],
  Agents: [
    ['Where an agent begins', '/agents'],
    ['Ten tasks for an agent', '/agent-tasks'],
    ['Commands and flags', '/reference/commands'],
    ['The control plane', '/reference/control/'],
  ],
  Reference: [
    ['What Ballast does', '/reference/features'],
    ['The app', '/reference/app'],
    ['Helpers of ballast/testing', '/reference/testing-helpers'],
    ['Helpers of the Python client', '/reference/python-helpers'],
    ['The command line', '/reference/command-line'],
    ['Commands and flags', '/reference/commands'],
    ['What doctor checks', '/reference/doctor'],
    ['Environment variables', '/reference/environment'],
    ['Configuration file', '/reference/config-file'],
    ['Form A', '/reference/form-a/'],
    ['Form B', '/reference/form-b/'],
    ['Control plane', '/reference/control/'],
    ['Speed', '/reference/speed'],
  ],
  Files: [
    ['Scenario files', '/reference/scenario-files'],
    ['World files', '/reference/world-files'],
    ['Lab files', '/reference/lab-files'],
    ['Explore files', '/reference/explore-files'],
  ],
  Contributors: [
    ['Contributing', '/contributing'],
    ['Architecture', '/architecture'],
    ['Interface decisions', '/interface-decisions'],
    ['Conformance', '/conformance'],
    ['What limits the speed', '/performance'],
    ['Security', '/security'],
  ],
};

const sidebarOf = (...groups: readonly string[]): DefaultTheme.SidebarItem[] =>
  groups.map((text) => ({ text, items: (GUIDES[text] ?? []).map(([title, link]) => ({ text: title, link })) }));

const CONTRIBUTORS = sidebarOf('Contributors');

/** By the prefix of an address; the longest one counts. */
export const SIDEBAR: DefaultTheme.SidebarMulti = {
  '/': sidebarOf('Start', 'Advisers', 'Analysts', 'Integration testers', 'Scenario authors', 'Agents'),
  '/recipes/': sidebarOf('Recipes'),
  '/reference/': sidebarOf('Reference', 'Files'),
  '/architecture': CONTRIBUTORS,
  '/conformance': CONTRIBUTORS,
  '/contributing': CONTRIBUTORS,
  '/decisions/': CONTRIBUTORS,
  '/interface-decisions': CONTRIBUTORS,
  '/performance': CONTRIBUTORS,
  '/security': CONTRIBUTORS,
};
