/** The words, flags and code of `docform lsp`. */
import { defineCommand } from '../definition/command.ts';

export const lspCommand = defineCommand({
  usage: 'lsp',
  description: 'Run the language server for editors, on stdin and stdout',
  examples: ['lsp', 'lsp --env staging'],
  flags: {
    '--stdio': 'Use stdin and stdout; always on, because editors pass this flag',
  },
  load: async () => (await import('../language-server/serve.ts')).runLsp,
});
