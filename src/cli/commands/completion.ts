/** The words, flags and code of `docform completion`. */
import { defineCommand } from '../definition/command.ts';

export const completionCommand = defineCommand({
  usage: 'completion <shell>',
  description: 'Print the completion script for bash, zsh or fish',
  examples: [
    'completion bash > ~/.local/share/bash-completion/completions/docform',
    'completion zsh > ~/.zfunc/_docform',
    'completion fish | source',
  ],
  load: async (program) => (await import('../actions/completion.ts')).completionOf(program),
});
