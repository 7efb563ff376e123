/** Commands around an organization that exists: bringing it in, seeing it drift, and keeping its configuration in shape. */
import type { Command } from 'commander';
import type { Add } from './declaring.ts';

export function addEverydayCommands(program: Command, add: Add): void {
  void program;
  void add;
}
