/** The problems of a configuration that passes a limit, with what to do about each. */

export interface Explanation {
  readonly meaning: string;
  readonly remedy: string;
}

export const limitExplanations = {
  'E-LIMIT-ALIAS': {
    meaning: 'Aliases repeat so much that the configuration would become enormous. A few lines of them can stand for billions of values.',
    remedy: 'Write the values out, or repeat less.',
  },
  'E-LIMIT-DEPTH': {
    meaning: 'Maps and lists are nested far deeper than the language ever needs.',
    remedy: 'Look for brackets that are not closed, or for a file that is no configuration.',
  },
  'E-LIMIT-FILES': {
    meaning: 'The patterns of `include` name, or look through, too many files.',
    remedy: 'Use patterns that begin with a directory holding configuration only.',
  },
  'E-LIMIT-NODES': {
    meaning: 'All files of the configuration together hold more words and marks than can be read in bounded memory.',
    remedy: 'Split the organization into several configurations, or leave out what is no configuration.',
  },
  'E-LIMIT-PROBLEMS': {
    meaning: 'There are more problems than anybody reads; of the others only their number is told.',
    remedy: 'Put right those that are told first: often many have one cause. Then run it again.',
  },
  'E-LIMIT-RULE': {
    meaning: 'A rule over plans, or all of them together, have more values than can be compiled in bounded time.',
    remedy: 'Use a pattern instead of a long list of values, or split the rule.',
  },
  'E-LIMIT-SIZE': {
    meaning: 'A file, all files together, or the texts that variables are put into are too big.',
    remedy: 'Split the file, or leave out what is no configuration.',
  },
} as const satisfies { readonly [code: string]: Explanation };
