/** A task for an agent: its instructions, the initial world, and the checks at its end (decision R4). */
import { z } from 'zod';
import { controlStep } from './scenario-request-steps.ts';
import { worldContents } from './world-file.ts';

const check = controlStep
  .extend({ title: z.string().min(1).max(200).describe('Condition that has to hold, as a sentence.') })
  .meta({
    id: 'AgentTaskCheck',
    description: 'A check of the world when the task is done, as a scenario step of the control plane.',
  });

export const agentTask = z
  .strictObject({
    title: z.string().min(1).max(100).describe('Title of the task.'),
    task: z.string().min(1).max(4000).describe('Instructions for the agent.'),
    seed: z.int().min(0).default(1).describe('Seed of the world.'),
    world: worldContents.optional().describe('Contents of the world at the beginning.'),
    before: z
      .array(controlStep)
      .max(20)
      .default([])
      .describe('Steps that are done in the world before the agent starts.'),
    checks: z
      .array(check)
      .min(1)
      .max(20)
      .describe('Checks that have to hold at the end, in order; a value that one saves is known to later checks.'),
  })
  .meta({ id: 'AgentTask', description: 'A task for an agent, and how it is verified.' });
export type AgentTask = z.output<typeof agentTask>;
