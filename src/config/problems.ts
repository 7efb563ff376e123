/** The codes of all problems of a configuration. `report/assets/codes.md` explains them. */

export const problemCodes = [
  ...(['E-LIMIT-ALIAS', 'E-LIMIT-DEPTH', 'E-LIMIT-FILES', 'E-LIMIT-NODES', 'E-LIMIT-PROBLEMS'] as const),
  ...(['E-LIMIT-RULE', 'E-LIMIT-SIZE'] as const),
  ...(['E-YAML', 'E-YAML-KEY', 'E-YAML-TAG', 'E-INVISIBLE-CHARACTER', 'E-CSV'] as const),
  ...(['E-FILE-MISSING', 'E-FILE-OUTSIDE', 'E-FILE-UNREADABLE', 'E-INCLUDE-EMPTY', 'E-INCLUDE-NESTED'] as const),
  ...(['E-VERSION', 'E-ORGANIZATION', 'E-ORGANIZATION-MISMATCH', 'E-ENVIRONMENT'] as const),
  ...(['E-VAR-PLACE', 'E-VAR-SYNTAX', 'E-VAR-TYPE', 'E-VAR-UNDECLARED', 'E-VAR-UNKNOWN', 'E-VAR-UNSET'] as const),
  ...(['E-TEMPLATE-CYCLE', 'E-TEMPLATE-UNKNOWN', 'E-WITHIN', 'E-WITHIN-PATTERN'] as const),
  ...(['E-KEY-NAME', 'E-KEY-UNKNOWN', 'E-REQUIRED', 'E-ONE-OF', 'E-TYPE', 'E-NULL', 'E-ENUM', 'E-FORMAT'] as const),
  ...(['E-LENGTH', 'E-PATTERN', 'E-RANGE', 'E-ITEM-COUNT', 'E-CUSTOM-VALUE'] as const),
  ...(['E-CONDITION', 'E-CONDITION-CLAIM', 'E-STRUCTURE-ITEM', 'E-STRUCTURE-MIXED', 'E-EXTERNAL'] as const),
  ...(['E-REF-CYCLE', 'E-REF-UNKNOWN', 'E-ORDER-AMBIGUOUS', 'E-ORDER-CHILD'] as const),
  ...(['E-DUPLICATE-DEFAULT', 'E-DUPLICATE-ITEM', 'E-DUPLICATE-KEY', 'E-DUPLICATE-MOVED'] as const),
  ...(['E-DUPLICATE-NAME', 'E-DUPLICATE-VALUE', 'E-MOVED-ADDRESS', 'E-MOVED-FROM', 'E-MOVED-TO'] as const),
  ...(['E-POLICY-PROPERTY', 'E-POLICY-SCHEMA', 'E-PROTECT-BOTH', 'E-PRUNE-UNUSED'] as const),
  ...(['E-DRIFT-ADDRESS', 'E-DRIFT-FIELD'] as const),
];

export type ProblemCode = (typeof problemCodes)[number];
