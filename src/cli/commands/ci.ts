/** The commands that start with `docform ci`. */
import { defineGroup } from '../definition/command.ts';

export const ciGroup = defineGroup(
  'ci',
  'Generate GitHub or GitLab CI pipelines, or update plan comments and drift issues from a pipeline',
);
