/** Explanations of the problems of a configuration that exceeds a limit. `test/config/limits.test.ts` compares the numbers with the limits. */

export interface Explanation {
  readonly meaning: string;
  readonly remedy: string;
}

export const limitExplanations = {
  'E-LIMIT-ALIAS': {
    meaning:
      'Aliases repeat more than 20,000 values in all files together, or more than 40 levels. A few lines of aliases can expand to billions of values.',
    remedy: 'Write the values out, or use fewer aliases.',
  },
  'E-LIMIT-DEPTH': {
    meaning: 'Maps and lists are nested more than 40 levels deep.',
    remedy: 'Close all brackets, and make sure that the file is a configuration file.',
  },
  'E-LIMIT-FILES': {
    meaning:
      'The patterns of `include` match more than 2,000 files, a pattern searches more than 50,000 directory entries, or there are more than 1,000 policy rules.',
    remedy: 'Use patterns that begin with a directory of configuration files. Combine related policy rules.',
  },
  'E-LIMIT-NODES': {
    meaning:
      'All configuration files together have more than 3,000,000 YAML tokens, or all policy rules more than 300,000.',
    remedy:
      'Split the organization into several configurations, or remove files that do not belong to the configuration.',
  },
  'E-LIMIT-PROBLEMS': {
    meaning:
      'The configuration has more than 5,000 problems. docform reports the first 5,000 and the number of the others.',
    remedy: 'Fix the first problems and run the command again. Many problems often have one cause.',
  },
  'E-LIMIT-RULE': {
    meaning: 'A policy rule has more than 1,000 values, or all policy rules together have more than 20,000.',
    remedy: 'Use a pattern instead of a long list of values, or split the rule.',
  },
  'E-LIMIT-SIZE': {
    meaning:
      'A file is larger than 8 MiB, or all files together are larger than 32 MiB. Policy rules can have 256 KiB each. Variables can add 4,000,000 characters.',
    remedy: 'Split the file, or remove content that does not belong to the configuration.',
  },
} as const satisfies { readonly [code: string]: Explanation };
