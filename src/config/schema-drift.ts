/** JSON schema of `drift`: what may differ on the platform without being told. */
import { datePattern, driftClasses, longestReason } from './drift-rules.ts';
import { closedMap, type JsonSchema, listSchema, orVariable, textSchema } from './schema-fields.ts';

const exampleRule = { address: 'members', class: 'unmanaged', reason: 'People are invited by hand' };

export function driftSchema(): JsonSchema {
  const rule = closedMap(
    {
      address: {
        ...textSchema({ min: 1 }),
        description: 'An address or a list; `*` stands for any text between two slashes, `**` for any text.',
        examples: ['sites/docs', 'sites/*/sections/*', 'members'],
      },
      fields: {
        ...listSchema({ type: 'string' }, { min: 1 }),
        description: 'Only these fields of what has changed. Default: all.',
        examples: [['title', 'icon']],
      },
      class: {
        ...orVariable({ enum: driftClasses }),
        description: 'Only drift of this class. Default: every class.',
        examples: ['unmanaged'],
      },
      reason: {
        ...textSchema({ min: 1, max: longestReason }),
        description: 'Why it may differ; told with what is ignored.',
        examples: [exampleRule.reason],
      },
      until: { ...textSchema({ pattern: datePattern }), description: 'Last day on which the rule holds.', examples: ['2026-12-31'] },
    },
    ['address', 'reason'],
  );
  return {
    ...closedMap({
      ignore: {
        type: 'array',
        items: rule,
        description: 'What `docform drift` counts and does not tell as drift.',
        examples: [[exampleRule]],
      },
    }),
    description: 'How `docform drift` looks at the platform. Plans do not depend on it.',
    examples: [{ ignore: [exampleRule] }],
  };
}
