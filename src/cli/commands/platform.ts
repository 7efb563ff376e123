/** The commands that start with `docform platform`. */
import { defineGroup } from '../definition/command.ts';

export const platformGroup = defineGroup(
  'platform',
  'Run the reference platform, a local server that implements the API',
);
