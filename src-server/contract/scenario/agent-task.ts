/** A task for an agent: what it is told, the world in which it begins, and what has to hold at its end (decision R4). */
import { z } from 'zod';
import { controlStep } from './scenario-request-steps.ts';
import { worldContents } from './world-file.ts';

const check = controlStep
  .extend({ title: z.string().min(1).max(200).describe('What has to hold, as a sentence.') })
  .meta({
    id: 'AgentTaskCheck',
    description: 'A look at the world when the task is done; a scenario step of the control plane.',
  });

export const agentTask = z
  .strictObject({
    title: z.string().min(1).max(100).describe('What it is about.'),
    task: z.string().min(1).max(4000).describe('What the agent is told.'),
    seed: z.int().min(0).default(1).describe('Seed of the world.'),
    world: worldContents.optional().describe('What the world holds at the beginning.'),
    before: z.array(controlStep).max(20).default([]).describe('What is done in the world before the agent begins.'),
    checks: z
      .array(check)
      .min(1)
      .max(20)
      .describe('What has to hold at the end, in this order; a value that is saved is known to later checks.'),
  })
  .meta({ id: 'AgentTask', description: 'A task for an agent, and how it is verified.' });
export type AgentTask = z.output<typeof agentTask>;
