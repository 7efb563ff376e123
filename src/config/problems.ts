/** The codes of all problems of a configuration, with explanations. */

export interface Explanation {
  readonly meaning: string;
  readonly remedy: string;
}

export const problemExplanations = {
  'E-LIMIT-ALIAS': {
    meaning:
      'YAML aliases expand to more than 20,000 values in all files together, or nest more than 40 levels deep. A few lines of aliases can expand to billions of values.',
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
      'The configuration has more than 5,000 problems. docform reports the first 5,000 problems and how many remain.',
    remedy: 'Fix the first problems and run the command again. Many problems often have one cause.',
  },
  'E-LIMIT-RULE': {
    meaning: 'A policy rule has more than 1,000 values, or all policy rules together have more than 20,000.',
    remedy: 'Use a pattern instead of a long list of values, or split the rule.',
  },
  'E-LIMIT-SIZE': {
    meaning:
      'A file is larger than 8 MiB, or all files together are larger than 32 MiB. A file with policy rules can have at most 256 KiB. Variables can add at most 4,000,000 characters.',
    remedy: 'Split the file, or remove content that does not belong to the configuration.',
  },
  'E-ENUM': {
    meaning: 'The field does not allow this value.',
    remedy: 'Use one of the values in the hint.',
  },
  'E-CONDITION': {
    meaning:
      'The condition is not a valid expression. A condition compares `visitor.claims.NAME` and `visitor.claims.unsigned.NAME` with values. docform parses a condition but never runs it.',
    remedy:
      'Fix the expression at the caret. Use `==`, `!=`, `<`, `<=`, `>`, `>=`, `&&`, `||`, `!`, `?:` and methods such as `includes`.',
  },
  'E-CONDITION-CLAIM': {
    meaning:
      'The condition uses a claim that the site does not declare in its `visitor` block, so the condition would never be true.',
    remedy: 'Correct the name, or declare the claim. Unsigned claims are written visitor.claims.unsigned.NAME.',
  },
  'E-ITEM-COUNT': {
    meaning: 'The list has fewer or more items than the platform allows.',
    remedy: 'Add or remove items to meet the limit in the message.',
  },
  'E-CSV': {
    meaning:
      'A CSV file of `include` cannot be read, has no column that `columns` names, or has a line with too few or too many cells. A cell in these columns cannot be a formula and cannot contain a line break.',
    remedy: 'Correct the line of the file, or `columns` in the main file.',
  },
  'E-CUSTOM-VALUE': {
    meaning: 'The value of a custom field does not match the type or the options that `customFields` declares.',
    remedy: 'Write a value of the declared type, or one of the options.',
  },
  'E-DUPLICATE-DEFAULT': {
    meaning: 'Several spaces of a flat site have `default: true`, but only one space can be the default.',
    remedy: 'Keep `default: true` on one space.',
  },
  'E-DRIFT-ADDRESS': {
    meaning: 'The address in this `drift: ignore` rule cannot match any resource or list.',
    remedy: 'Correct the address. `*` stands for any text between two slashes, `**` for any text.',
  },
  'E-DRIFT-FIELD': {
    meaning: 'The `drift: ignore` rule lists a field that none of the matching resources has.',
    remedy: 'Correct the name of the field, or remove `fields` to apply the rule to all fields.',
  },
  'E-DUPLICATE-ITEM': {
    meaning: 'The list contains the same item twice.',
    remedy: 'Remove one of the two items.',
  },
  'E-DUPLICATE-KEY': {
    meaning:
      'A key is defined twice, in one file or in two included files. E-mail addresses that differ only in case are the same key. A section can list a space only once.',
    remedy: 'Remove one of the two definitions that the message lists, or give it another key.',
  },
  'E-DUPLICATE-NAME': {
    meaning:
      'Two resources in the same place have the same name. docform matches objects by name, so it could not distinguish the two.',
    remedy: 'Rename one of the two resources, or add `id:` to both.',
  },
  'E-DUPLICATE-VALUE': {
    meaning: 'Two resources have the same path, basename or pinned id, but the value must be unique on the platform.',
    remedy: 'Give each resource its own value.',
  },
  'E-ENVIRONMENT': {
    meaning: 'The environment that `--env` or DOCFORM_ENV selects has no file env/NAME.yaml next to the main file.',
    remedy: 'Correct the name, or create the file. The file maps names of variables to values.',
  },
  'E-EXTERNAL': {
    meaning:
      'A resource with `external` has other keys, or is in an `order`. `external` refers to an object that this configuration does not manage.',
    remedy: 'Remove the other keys, or the item of the `order`. To manage the object here, remove `external`.',
  },
  'E-FILE-MISSING': {
    meaning: 'A file that the configuration names does not exist.',
    remedy: 'Correct the path. It is relative to the file that names it.',
  },
  'E-FILE-OUTSIDE': {
    meaning:
      'A path points outside the repository or into `.git`, directly or through a symbolic link. This also applies to the main file. The restriction makes it safe to validate untrusted pull requests.',
    remedy: 'Copy the file into the repository.',
  },
  'E-FILE-UNREADABLE': {
    meaning: 'The path is a directory, the file is not UTF-8 text, or the file cannot be opened.',
    remedy: 'Use the path of a readable UTF-8 text file.',
  },
  'E-FORMAT': {
    meaning: 'The value is not a valid URL, e-mail address, emoji or date.',
    remedy:
      'Write a full URL, a full e-mail address, an emoji or its code points (such as `1f3e0`), or a date such as 2026-12-31.',
  },
  'E-INVISIBLE-CHARACTER': {
    meaning:
      'The file contains an invisible character, or one that changes how the text around it is displayed. Reviewers would miss it. Zero-width joiners and variation selectors are allowed in emoji. Zero-width joiners are also allowed in scripts that need them.',
    remedy: 'Remove the character, or write it as an escape in double quotes, such as "\\u00ad".',
  },
  'E-INCLUDE-EMPTY': {
    meaning:
      'A pattern in `include` matches no file. If docform ignored the pattern, a missing file would look like removed resources, and the next apply could delete their objects.',
    remedy: 'Correct the pattern, or remove it.',
  },
  'E-INCLUDE-NESTED': {
    meaning:
      'An included file has an `include` of its own. Only the main file includes files, so one place lists all files of the configuration.',
    remedy: 'Move the patterns to the main file.',
  },
  'E-KEY-NAME': {
    meaning:
      'Keys that you choose start with a letter or digit, contain only letters, digits, `.`, `_` and `-`, and have at most 100 characters. Some kinds have fixed keys: members use their e-mail address, OpenAPI specifications their slug.',
    remedy: 'Change the key to match the hint. Put any other text in `title`.',
  },
  'E-KEY-UNKNOWN': {
    meaning:
      'The key does not exist in this block. Unknown keys are never ignored: a misspelt field would silently not be managed.',
    remedy: 'Correct or remove the key. The hint names the nearest key, or all possible keys.',
  },
  'E-LENGTH': {
    meaning: 'The text is shorter or longer than the platform allows.',
    remedy: 'Change the text to meet the limit in the message.',
  },
  'E-MOVED-ADDRESS': {
    meaning:
      'A `moved` entry needs two addresses of the same kind in the same place. Resources without a key, such as settings, cannot be renamed, and a resource cannot move to another site or section.',
    remedy: 'Write addresses such as `teams/docs` or `sites/docs/sections/payments`.',
  },
  'E-MOVED-FROM': {
    meaning: 'The `from` address of a `moved` entry is still declared.',
    remedy: 'Remove the old block, or the `moved` entry.',
  },
  'E-MOVED-TO': {
    meaning: 'The `to` address of a `moved` entry is not declared.',
    remedy: 'Declare the resource at its new address, or remove the entry.',
  },
  'E-DUPLICATE-MOVED': {
    meaning: 'Two `moved` entries have the same `from` address.',
    remedy: 'Keep one of the two entries.',
  },
  'E-NULL': {
    meaning:
      'Null clears a field, but the platform cannot clear this field. Maps and lists cannot be null. A key without a value has the value null.',
    remedy: 'Remove the key to leave the field unchanged, or write `{}` or `[]` for an empty map or list.',
  },
  'E-ONE-OF': {
    meaning: 'The block must have exactly one, or at most one, of the keys in the message, but has none or several.',
    remedy: 'Set exactly one of the keys in the message.',
  },
  'E-ORDER-AMBIGUOUS': {
    meaning: 'A key in the `order` of a collection belongs to both a space and a collection in it.',
    remedy: 'Write the address: `spaces/KEY` or `collections/KEY`.',
  },
  'E-ORDER-CHILD': {
    meaning:
      'An `order` contains a resource that does not belong to the ordered list. The `order` of a collection lists only its own children. The top-level `order` lists only resources outside collections.',
    remedy: 'Change the collection of the resource, or remove the resource from the `order`.',
  },
  'E-ORGANIZATION': {
    meaning: 'The configuration does not name its organization.',
    remedy: 'Write `organization: ID`, or set DOCFORM_ORG.',
  },
  'E-ORGANIZATION-MISMATCH': {
    meaning: 'The configuration names one organization, and `--organization` or DOCFORM_ORG another.',
    remedy:
      'Use the same organization, or remove one of the two. Without `organization` in the file, the flag or DOCFORM_ORG decides.',
  },
  'E-PATTERN': {
    meaning: 'The text does not match the pattern that the platform requires for this field.',
    remedy: 'Change the text to match the pattern under the caret.',
  },
  'E-POLICY-PROPERTY': {
    meaning: 'A policy rule names a property that no plan has at this place, so the rule would never apply.',
    remedy:
      "Correct the name. `docform schema plan` prints the properties of a plan. In a change, `before` and `after` contain the fields of the changed resource's kind.",
  },
  'E-POLICY-SCHEMA': {
    meaning: 'The value of `must` or `never` in a policy rule is not a valid JSON Schema.',
    remedy:
      'Fix the schema at the caret: a misspelt keyword, a wrong value, a pattern that RE2 does not support, or a reference (`$ref`).',
  },
  'E-PROTECT-BOTH': {
    meaning: '`policy` lists a kind under both `protect` and `unprotect`.',
    remedy: 'Remove the kind from one of the two lists.',
  },
  'E-PRUNE-UNUSED': {
    meaning: 'A block sets `prune`, but declares none of the lists that `prune` could apply to.',
    remedy: 'Declare the list, even if it is empty, or remove `prune`.',
  },
  'E-RANGE': {
    meaning: 'The number is outside the allowed range.',
    remedy: 'Use a number in the range that the message gives.',
  },
  'E-REF-CYCLE': {
    meaning: "References form a cycle, such as two collections that are each other's parent.",
    remedy: 'Change or remove one of the references.',
  },
  'E-REF-UNKNOWN': {
    meaning:
      'A reference names a key that is not declared. A reference is a key of the configuration, not a title or an id.',
    remedy:
      'Correct the key, or declare the resource. To refer to an object that another configuration manages, declare the object with an empty block (`{}`).',
  },
  'E-REQUIRED': {
    meaning: 'A required key is missing.',
    remedy: 'Add the key that the message names.',
  },
  'E-STRUCTURE-ITEM': {
    meaning:
      'The item is not allowed here. A site contains sections and groups or, if it is flat, spaces. A group contains sections, and a section contains spaces. The current API of GitBook also has links, and groups in groups.',
    remedy: 'Begin each item with its type, such as `section:`, and nest the items in this order.',
  },
  'E-STRUCTURE-MIXED': {
    meaning: 'The site structure mixes spaces with sections or groups. A site is either flat or has sections.',
    remedy: 'Put every space into a section.',
  },
  'E-TEMPLATE-CYCLE': {
    meaning: 'A template extends itself, directly or through other templates.',
    remedy: 'Remove one `extends` of the cycle. Move common keys to a template that extends none of the others.',
  },
  'E-TEMPLATE-UNKNOWN': {
    meaning: '`extends` names a template that `templates` does not contain.',
    remedy: 'Correct the name, or declare the template in any file of the configuration.',
  },
  'E-TYPE': {
    meaning: 'The value has the wrong type. In YAML 1.2, `yes` is text, and 2024 without quotes is a number.',
    remedy: 'Write a value of the right type. To write text, add quotes.',
  },
  'E-VAR-PLACE': {
    meaning: 'Variables are not allowed in `include`, in CSV files or in the value of another variable.',
    remedy: 'Replace the variable with its value.',
  },
  'E-VAR-SYNTAX': {
    meaning:
      'The text contains `${` without a valid variable name. Only declared variables are available: no environment variables, no files and no code.',
    remedy: `Write \${vars.NAME}, or $\${ for a literal \${.`,
  },
  'E-VAR-TYPE': {
    meaning: 'A flag or DOCFORM_VAR_NAME gives text to a variable that is declared as a number or a boolean.',
    remedy: 'Pass a number, `true` or `false`. Or put the declared value in quotes.',
  },
  'E-VAR-UNDECLARED': {
    meaning: 'A flag, DOCFORM_VAR_NAME or an environment file sets a variable that `vars` does not declare.',
    remedy: 'Correct the name, or declare the variable. `NAME:` declares a variable without a default.',
  },
  'E-VAR-UNKNOWN': {
    meaning: 'A value contains a variable that `vars` does not declare.',
    remedy: 'Correct the name, or declare the variable.',
  },
  'E-VAR-UNSET': {
    meaning: 'A variable has no default and no value.',
    remedy: 'Set the variable with `--var NAME=VALUE`, DOCFORM_VAR_NAME or an environment file.',
  },
  'E-VERSION': {
    meaning: 'The configuration has no `version`, or a version that docform does not support.',
    remedy: 'Begin the main file with `version: 1`.',
  },
  'E-WITHIN': {
    meaning:
      'A file or configuration with a bound (`within`) declares something outside its bound, or a file with a bound has a key that concerns other files.',
    remedy: 'Move the declaration to a file or configuration without this bound, or have the bound changed.',
  },
  'E-WITHIN-PATTERN': {
    meaning: 'A pattern of `within` can match no top-level resource.',
    remedy: 'Begin the pattern with a top-level key such as `sites`, and add a key or `*` for a part of its resources.',
  },
  'E-YAML': {
    meaning: 'The file is not valid YAML 1.2, contains several documents, or uses an alias before its anchor.',
    remedy: 'Fix the YAML at the caret. Common causes are wrong indentation and unclosed brackets or quotes.',
  },
  'E-YAML-KEY': {
    meaning: 'A mapping key is empty, or is itself a map or a list.',
    remedy: 'Write the key as a word, or in quotes.',
  },
  'E-YAML-TAG': {
    meaning:
      'A value has a tag that is not part of the YAML 1.2 core schema. Tags can make YAML parsers run code. docform reads only plain data.',
    remedy: 'Remove the tag.',
  },
} as const satisfies { readonly [code: string]: Explanation };

export type ProblemCode = keyof typeof problemExplanations;
