/** Every code that a problem of the configuration can have: what it means, and what to do about it. */
import { type Explanation, limitExplanations } from './limit-problems.ts';

export const problemExplanations = {
  ...limitExplanations,
  'E-CHOICE': {
    meaning: 'The value is none of those that the field can have.',
    remedy: 'Choose one of the values in the hint.',
  },
  'E-CONDITION': {
    meaning:
      'The condition is no expression over the claims of a visitor. Conditions compare visitor.claims.NAME and visitor.claims.unsigned.NAME with ==, !=, <, <=, >, >=, join comparisons with && and ||, negate with !, choose with ?:, and may use includes and similar methods.',
    remedy: 'Correct the expression where the caret stands. It is only parsed, never run.',
  },
  'E-CONDITION-CLAIM': {
    meaning: 'The condition uses a claim that the site does not declare in its `visitor`, so that it would never be true.',
    remedy: 'Correct the name, or declare the claim. Unsigned claims are written visitor.claims.unsigned.NAME.',
  },
  'E-COUNT': {
    meaning: 'The list has fewer or more items than the platform takes.',
    remedy: 'Add or remove items until it is within the bounds.',
  },
  'E-CUSTOM-VALUE': {
    meaning: 'The value that a space has for a custom field does not fit the type or the options that `customFields` declares.',
    remedy: 'Write a value of that type, or one of the options.',
  },
  'E-DEFAULT-TWICE': {
    meaning: 'More than one space of a flat site says `default: true`, and only one can be served at its root.',
    remedy: 'Keep it on one of them.',
  },
  'E-DRIFT-ADDRESS': {
    meaning: 'The rule under `drift: ignore` names nothing that could ever be there: no address, no list, and no pattern of them.',
    remedy: 'Correct the address. `*` stands for any text between two slashes, `**` for any text.',
  },
  'E-DRIFT-FIELD': {
    meaning: 'The rule under `drift: ignore` is for fields that nothing it can mean has.',
    remedy: 'Correct the name, or leave `fields` out: the rule is then for all of them.',
  },
  'E-DUPLICATE-ITEM': {
    meaning: 'A list in which every item counts once holds the same item twice.',
    remedy: 'Remove one of them.',
  },
  'E-DUPLICATE-KEY': {
    meaning:
      'Something is defined twice under one key, in one file or in two that are included together. Addresses of people are the same in upper and lower case; a space can stand in a section once only.',
    remedy: 'Keep one of the two places that are named, or give one of them another key.',
  },
  'E-DUPLICATE-NAME': {
    meaning:
      'Two resources have the same name in the same place. Without a ledger docform finds an object by its name, so that it could not tell them apart.',
    remedy: 'Give one of them another name, or pin both to the objects they are with `id:`.',
  },
  'E-DUPLICATE-VALUE': {
    meaning: 'Two resources have the same path, basename or pinned id, and the platform lets only one object have it.',
    remedy: 'Give each its own.',
  },
  'E-ENVIRONMENT': {
    meaning: 'The environment that was chosen with --env or DOCFORM_ENV has no file env/NAME.yaml beside the main file.',
    remedy: 'Correct the name, or write the file: it holds names of variables and the values that differ.',
  },
  'E-FILE-MISSING': {
    meaning: 'A file that the configuration names does not exist.',
    remedy: 'Correct the path. It is relative to the file that names it.',
  },
  'E-FILE-OUTSIDE': {
    meaning:
      'A path, the one of the main file included, leads out of the repository, directly or through a link, or into .git. Configuration reads only files of its own repository, so that a change proposed by anybody can be validated safely.',
    remedy: 'Copy the file into the repository.',
  },
  'E-FILE-UNREADABLE': {
    meaning: 'What the path names is a directory, is not UTF-8 text, or cannot be opened.',
    remedy: 'Name a text file that can be read.',
  },
  'E-FORMAT': {
    meaning: 'The text is not written in the format of the field, an address of the web or of e-mail, or an emoji.',
    remedy: 'Write it whole, such as https://acme.dev/x, ana@acme.dev or 1f3e0.',
  },
  'E-HIDDEN': {
    meaning:
      'The file holds a character that nobody sees, or that changes how the text around it is shown: no review would find it. Joiners and variation selectors in pictures, and joiners in scripts that use them, are no problem.',
    remedy: 'Remove it. Where a text is to hold it, write it as an escape between double quotes, such as "\\u00ad".',
  },
  'E-INCLUDE-EMPTY': {
    meaning: 'A pattern of `include` matches no file. That is never ignored, as resources that disappear with their file could be deleted.',
    remedy: 'Correct the pattern, or remove it.',
  },
  'E-INCLUDE-NESTED': {
    meaning:
      'An included file has an `include` of its own. Only the main file includes, so that one place tells which files belong to the configuration.',
    remedy: 'Move the patterns to the main file.',
  },
  'E-KEY-NAME': {
    meaning:
      'A key is not written as keys of its kind have to be. Names of your own begin with a letter or digit and hold letters, digits, `.`, `_` and `-`, at most 100; some kinds have keys of the platform, such as e-mail addresses.',
    remedy: 'Write the key like that. A title can say anything.',
  },
  'E-KEY-UNKNOWN': {
    meaning:
      'The language has no such key in this place. Unknown keys are never ignored: a field that is mistyped would silently not be managed.',
    remedy: 'Correct or remove it. The hint names the nearest key, or all that are possible.',
  },
  'E-LENGTH': {
    meaning: 'The text is shorter or longer than the platform takes.',
    remedy: 'Change it until it is within the bound.',
  },
  'E-MOVED-ADDRESS': {
    meaning:
      'An entry of `moved` has something else than two addresses of the same kind in the same place. Settings and other things that exist once cannot be renamed, and nothing goes to another site or section.',
    remedy: 'Write addresses such as teams/docs or sites/docs/sections/payments.',
  },
  'E-MOVED-FROM': {
    meaning: 'An entry of `moved` says that a resource has left an address at which one is still declared.',
    remedy: 'Remove the old block, or the entry of `moved`.',
  },
  'E-MOVED-TO': {
    meaning: 'An entry of `moved` leads to an address at which nothing is declared.',
    remedy: 'Declare the resource under its new address, or remove the entry.',
  },
  'E-MOVED-TWICE': {
    meaning: 'Two entries of `moved` begin at the same address.',
    remedy: 'Keep one of them.',
  },
  'E-NULL': {
    meaning:
      'The value is null. Null clears a field, and this one cannot be cleared on the platform; for maps and lists it means nothing at all. A key with nothing behind it is null.',
    remedy: 'Leave the key out to leave the field alone, or write `{}` or `[]` for an empty map or list.',
  },
  'E-ONE-OF': {
    meaning: 'Of several keys exactly one has to be there, or at most one, and there is none, or more than one.',
    remedy: 'State one of the keys in the message, and only one.',
  },
  'E-ORDER-AMBIGUOUS': {
    meaning: 'A key in the `order` of a collection is the key of both a space and a collection in it.',
    remedy: 'Write the address: spaces/KEY or collections/KEY.',
  },
  'E-ORDER-CHILD': {
    meaning: 'An `order` names something that does not say it stands there: in that collection, or at the top level.',
    remedy: 'State the collection on the child (at the top level, none), or remove it from the order.',
  },
  'E-ORGANIZATION': {
    meaning: 'Nothing says which organization the configuration describes.',
    remedy: 'Write `organization: ID`, or set DOCFORM_ORG.',
  },
  'E-ORGANIZATION-MISMATCH': {
    meaning: 'The file names one organization and DOCFORM_ORG another. docform does not choose between them.',
    remedy: 'Make them agree, or keep only one. A file without `organization` serves whatever DOCFORM_ORG says.',
  },
  'E-PATTERN': {
    meaning: 'The text has characters, or an order of them, that the platform does not take in this field.',
    remedy: 'Write it so that it matches the pattern under the caret.',
  },
  'E-POLICY-PROPERTY': {
    meaning: 'A rule names a property that no plan ever has at this place, so that the rule would silently say nothing.',
    remedy: 'Correct the name. `docform schema plan` prints what a plan has; `before` and `after` of a change have the fields of its kind.',
  },
  'E-POLICY-SCHEMA': {
    meaning: 'What a rule over plans says under `must` or `never` is no JSON Schema that can be used.',
    remedy:
      'Correct what stands at the caret: a misspelt keyword, a value that the keyword does not take, a pattern that RE2 does not know, or a reference (`$ref`).',
  },
  'E-PROTECT-BOTH': {
    meaning: '`policy` names a kind under both `protect` and `unprotect`.',
    remedy: 'Remove the kind from one of the two lists.',
  },
  'E-PRUNE-IDLE': {
    meaning: 'A block says `prune` but declares none of the lists that it could hold for.',
    remedy: 'Declare the list, even if empty, or remove `prune`.',
  },
  'E-RANGE': {
    meaning: 'The number is lower or higher than it can be.',
    remedy: 'Write a number within the range.',
  },
  'E-REF-CYCLE': {
    meaning:
      'Following a reference from one resource to the next leads back to where it began, as when two collections stand in each other.',
    remedy: 'Let one of them refer to something else, or to nothing.',
  },
  'E-REF-UNKNOWN': {
    meaning: 'A reference names a key that nothing is declared under. References are keys of the configuration, not titles or ids.',
    remedy: 'Correct the key, or declare what it names; an empty block (`{}`) is enough to refer to what is managed elsewhere.',
  },
  'E-REQUIRED': {
    meaning: 'Something is missing that has to be stated.',
    remedy: 'Add the key in the message.',
  },
  'E-STRUCTURE-ITEM': {
    meaning:
      'An item in the structure of a site is not what can stand there. A site holds sections, groups of sections or, when it is flat, spaces; a group holds sections; a section holds spaces.',
    remedy: 'Begin each item with `section:`, `group:` or `space:`, and nest them in that order.',
  },
  'E-STRUCTURE-MIXED': {
    meaning: 'The structure of a site holds spaces beside sections or groups. A site is either flat or has sections.',
    remedy: 'Put every space into a section.',
  },
  'E-TYPE': {
    meaning: 'The value is of another type than the field. In YAML 1.2 `yes` is text, and 2024 without quotes is a number.',
    remedy: 'Write a value of the right type; quotes make anything text.',
  },
  'E-VAR-PLACE': {
    meaning: 'A variable is used where none can be: in `include`, or in the value of another variable.',
    remedy: 'Write the value out.',
  },
  'E-VAR-SYNTAX': {
    meaning:
      '`${` stands in a text and does not begin a variable. Nothing but declared variables can be looked up: no environment, no files, no code.',
    remedy: `Write \${vars.NAME}, or $\${ for the characters themselves.`,
  },
  'E-VAR-TYPE': {
    meaning: 'A variable that is declared as a number or boolean was given a value that is none, by a flag or by DOCFORM_VAR_*.',
    remedy: 'Give a number, or `true` or `false`; or put quotes around the declared value.',
  },
  'E-VAR-UNDECLARED': {
    meaning:
      'A flag, DOCFORM_VAR_* or an environment file gives a value to a variable that `vars` does not declare. It would have no effect.',
    remedy: 'Correct the name, or declare the variable; without a value (`name:`) it has no default.',
  },
  'E-VAR-UNKNOWN': {
    meaning: 'A text uses a variable that `vars` does not declare.',
    remedy: 'Correct the name, or declare it.',
  },
  'E-VAR-UNSET': {
    meaning: 'A variable is declared without a default, and nothing gives it a value.',
    remedy: 'Use --var NAME=VALUE, DOCFORM_VAR_NAME or an environment file.',
  },
  'E-VERSION': {
    meaning: 'The configuration does not say which version of the language it is written in, or says one that is not supported.',
    remedy: 'Begin the main file with `version: 1`.',
  },
  'E-YAML': {
    meaning: 'The file is not valid YAML 1.2, holds several documents, or uses an alias that has no anchor before it.',
    remedy: 'Correct what stands at the caret; often it is the indentation, or a bracket or quote that is not closed.',
  },
  'E-YAML-KEY': {
    meaning: 'A key of a map is itself a map, a list or nothing.',
    remedy: 'Write the key as a word, or in quotes.',
  },
  'E-YAML-TAG': {
    meaning:
      'A value has a tag that is not part of the YAML 1.2 core schema. Tags can make readers run code; a configuration is plain data.',
    remedy: 'Remove the tag.',
  },
} as const satisfies { readonly [code: string]: Explanation };

export type ProblemCode = keyof typeof problemExplanations;
