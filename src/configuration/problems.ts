/** What each code of a problem in the configuration means, and what to do about it: the text of `docform explain`. */
import { because, fileProblems, type ProblemExplanation, variableProblems } from './file-problems.ts';

export type { ProblemExplanation } from './file-problems.ts';

/** Blocks and values, one at a time. */
const values: Readonly<Record<string, ProblemExplanation>> = {
  'E-CHOICE': because(
    'The field takes one of a few values, and this is none of them.',
    'Use one of those that the message lists. Upper and lower case matter.',
  ),
  'E-EXCLUSIVE': because(
    'The block must state exactly one of several keys, such as `url`, `text` or `file` of an OpenAPI specification.',
    'Keep the one that is meant and remove the others.',
  ),
  'E-FORMAT': because(
    'The text does not have the form of the field: an absolute address with its scheme, or an e-mail address.',
    'Write it in full, such as https://example.com/path.',
  ),
  'E-KEY-INVALID': because(
    'Keys are part of addresses, so they are letters, digits and a few signs; some are more than names, such as the e-mail address of a member.',
    'Choose another key. What readers see is the title, which is free.',
  ),
  'E-KEY-UNKNOWN': because(
    'The language has no such key in this place. It is never passed over: a misspelt key would silently do nothing.',
    'Correct it, or move it to the block it belongs to. `docform schema` lets editors complete keys.',
  ),
  'E-NULL': because(
    'null clears a field, and the platform has no way to clear this one; for a map or list, null says nothing.',
    'Leave the key out so that it is not managed, or use `{}` or `[]` for an empty map or list.',
  ),
  'E-ORGANIZATION-MISMATCH': because(
    'The configuration is for one organization, and DOCFORM_ORG names another. docform never guesses which one is meant.',
    'Unset DOCFORM_ORG, or choose the environment or file that belongs to it.',
  ),
  'E-ORGANIZATION-MISSING': because(
    'Nothing says which organization this is about.',
    'State `organization: ID` in the main file, or set DOCFORM_ORG.',
  ),
  'E-PATTERN': because(
    'The text has characters, or an order of them, that the platform refuses in this field.',
    'Write it so that it matches the pattern in the message.',
  ),
  'E-POLICY': because(
    'A rule under `policy`, or a `prune` on a block, means nothing as it is written.',
    '`prune` is owned, all or never, or a map of these by kind; `protect` is a list of kinds; `maxDeletes` a whole number; `self` an e-mail address.',
  ),
  'E-REQUIRED': because('The platform cannot make this object without the field.', 'State it, or pin an object that exists with `id:`.'),
  'E-TOO-LONG': because(
    'The value has more characters, or more entries, than the platform takes.',
    'Shorten it to the bound in the message.',
  ),
  'E-TOO-SHORT': because(
    'The value has fewer characters, or fewer entries, than the platform takes.',
    'Complete it, or leave the field out.',
  ),
  'E-TYPE': because(
    'The value is of another type than the field. YAML 1.2 reads 1.0 as a number and true as a boolean, with or without intention.',
    'Write the type that the message names; put quotes around what is meant as text.',
  ),
  'E-VERSION': because(
    'The main file must say which version of the language it is written in, so that later versions cannot misread it.',
    'Begin it with `version: 1`.',
  ),
};

/** What only the whole configuration can tell. */
const relations: Readonly<Record<string, ProblemExplanation>> = {
  'E-CLAIM': because(
    'A claim of a visitor has a name that conditions can use, a description, and a type: boolean, or string with the values it can have under `enum`.',
    'Write it as `partner: { type: boolean, description: Partner }`.',
  ),
  'E-CONDITION-CLAIM': because(
    'The condition looks at a claim that the `visitor` of its site does not declare. On the platform it would count as false for everybody.',
    'Correct the name, or declare the claim. Unsigned claims are written visitor.claims.unsigned.NAME.',
  ),
  'E-CONDITION-SYNTAX': because(
    'The condition is not an expression that the platform evaluates: claims of the visitor, literals, comparisons, `&&`, `||`, `!`, `?:` and a few methods such as includes.',
    'Write it like `visitor.claims.partner == true`. A comparison has two equals signs, and texts stand in quotes.',
  ),
  'E-CYCLE': because(
    'Following a reference leads back to where it began, such as a collection that stands in itself by way of others.',
    'Break the ring at one of the places that the message names.',
  ),
  'E-DEFAULT': because(
    'What is served first is said in one place: on a flat site by `default: true` on one space, in a section by `default:` with the key of one of its spaces.',
    'Keep one, and in the right place.',
  ),
  'E-DUPLICATE': because(
    'Two resources have the same name in the same place, so docform could not tell which one is which; or they have a value, such as a path, that the platform allows only once.',
    'Change one of them. Resources with free keys can also both be pinned with `id:`.',
  ),
  'E-DUPLICATE-KEY': because(
    'A key is written twice, in one map or in two files that are merged. Neither wins, because nobody would see which.',
    'Remove one of the two places, or bring their contents together.',
  ),
  'E-FIELD-VALUE': because(
    'A value of a custom field does not fit its type or options, or would have to be unset, which the platform cannot do.',
    'Use a value that the field can have, or leave it out so that it is not managed.',
  ),
  'E-MOVED': because(
    'An entry of `moved` says that a resource has another address now. The old address must no longer be declared, the new one must be, and both are of one kind.',
    'Write `- { from: OLD, to: NEW }` with whole addresses such as teams/docs, or remove the entry once everybody has applied it.',
  ),
  'E-ORDER': because(
    'Each entry of `order` is the key of one collection or space that states this collection as its place; nothing may stand there twice.',
    'State the place on the child (`collection:` or `parent:`), or remove the entry.',
  ),
  'E-REF-UNKNOWN': because(
    'References are keys of the configuration, and nothing there has this key. Ids and titles are not keys.',
    'Correct the key, or declare what it refers to; for something that is managed elsewhere, a block with its title or `id:` is enough.',
  ),
  'E-SECTION-EMPTY': because(
    'A section is listed with no space. The platform makes a section together with its first space, and keeps at least one.',
    'List a space, or remove the whole section. Leave `spaces` out to leave its content unmanaged.',
  ),
  'E-STRUCTURE-ITEM': because(
    'Each entry of `structure` says what it is by its first key: `section`, `group` or `space`. Groups hold sections, and sections hold spaces.',
    'Write exactly one of these keys in each entry, where it belongs.',
  ),
  'E-STRUCTURE-MIXED': because(
    'A site is either flat, with spaces at its root, or has sections and groups; the platform has nothing in between.',
    'Put each space at the root into a section.',
  ),
};

export const problemExplanations: Readonly<Record<string, ProblemExplanation>> = {
  ...fileProblems,
  ...variableProblems,
  ...values,
  ...relations,
};

/** Each explanation as one paragraph. */
export const explanations: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(problemExplanations).map(([code, { meaning, remedy }]) => [code, `${meaning} ${remedy}`]),
);
