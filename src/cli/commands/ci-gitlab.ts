/** The words, flags and code of `docform ci gitlab`. */
import { defineCommand } from '../definition/command.ts';
import { pipelineFlags } from '../definition/pipeline-flags.ts';

export const ciGitlabCommand = defineCommand({
  usage: 'ci gitlab [environment...]',
  description: 'Write a GitLab pipeline that validates, plans, applies and detects drift (offline)',
  examples: ['ci gitlab', 'ci gitlab staging production', 'ci gitlab --image node:22@sha256:DIGEST'],
  flags: {
    ...pipelineFlags,
    '--image <image>': 'Run the jobs in this container image (default: node:22)',
  },
  load: async () => (await import('../actions/ci.ts')).runCiGitlab,
});
