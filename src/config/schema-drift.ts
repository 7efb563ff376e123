/** JSON schema of `drift`: rules for differences to ignore. */
import { datePattern, driftClasses, longestReason } from './drift-rules.ts';
import { closedMap, type JsonSchema, listSchema, orVariable, textSchema } from './schema-fields.ts';

const exampleRule = { address: 'members', class: 'unmanaged', reason: 'An admin invites members' };

export function driftSchema(): JsonSchema {
  const rule = closedMap(
    {
      address: {
        ...textSchema({ min: 1 }),
        description: 'A resource address or a list. `*` matches any text between two slashes. `**` matches any text.',
        examples: ['sites/docs', 'sites/*/sections/*', 'members'],
      },
      fields: {
        ...listSchema({ type: 'string' }, { min: 1 }),
        description: 'Ignore only changes of these fields. Default: all fields.',
        examples: [['title', 'icon']],
      },
      class: {
        ...orVariable({ enum: driftClasses }),
        description: 'Ignore only drift of this class. Default: all classes.',
        examples: ['unmanaged'],
      },
      reason: {
        ...textSchema({ min: 1, max: longestReason }),
        description: 'Reason for the rule. `docform drift` prints the reason with the ignored drift.',
        examples: [exampleRule.reason],
      },
      until: {
        ...textSchema({ pattern: datePattern }),
        description: 'Last day on which the rule applies.',
        examples: ['2026-12-31'],
      },
    },
    ['address', 'reason'],
  );
  return {
    ...closedMap({
      ignore: {
        type: 'array',
        items: rule,
        description: 'Rules for drift that `docform drift` counts but does not report as drift.',
        examples: [[exampleRule]],
      },
    }),
    description: 'Settings of `docform drift`. These settings do not affect plans.',
    examples: [{ ignore: [exampleRule] }],
  };
}
