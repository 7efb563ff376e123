/** A schema for the part of GitLab's pipeline syntax that docform generates, because the GitLab linter requires a GitLab server. */

const text = { type: 'string', minLength: 1 };
const variables = { type: 'object', additionalProperties: text };
const script = { type: 'array', minItems: 1, items: text };
const duration = { type: 'string', pattern: '^\\d+(m|h)$' };

const rule = {
  type: 'object',
  required: ['if'],
  additionalProperties: false,
  properties: {
    if: { type: 'string', pattern: '^[($]' },
    when: { enum: ['manual'] },
    changes: { type: 'array', minItems: 1, items: text },
  },
};

const common = { image: text, timeout: duration, interruptible: { type: 'boolean' }, variables, before_script: script };

const job = {
  type: 'object',
  required: ['extends', 'stage', 'rules', 'script'],
  additionalProperties: false,
  properties: {
    ...common,
    ...{ extends: { type: 'string', pattern: '^\\.' }, stage: { enum: ['test', 'deploy'] }, script },
    rules: { type: 'array', minItems: 1, items: rule },
    needs: { type: 'array', minItems: 1, items: text },
    ...{ environment: text, resource_group: text },
    artifacts: {
      type: 'object',
      minProperties: 2,
      additionalProperties: false,
      properties: {
        expire_in: text,
        when: { enum: ['always'] },
        paths: { type: 'array', minItems: 1, items: text },
        reports: {
          type: 'object',
          minProperties: 1,
          additionalProperties: false,
          properties: { dotenv: text, terraform: text, codequality: { type: 'array', minItems: 1, items: text } },
        },
      },
    },
  },
};

/** Names that begin with a dot are templates. All other names are jobs. */
export const gitlabSchema = {
  type: 'object',
  minProperties: 2,
  additionalProperties: false,
  patternProperties: {
    '^\\.\\w[\\w-]*$': {
      type: 'object',
      required: ['image', 'before_script'],
      additionalProperties: false,
      properties: common,
    },
    '^[a-z][\\w-]*$': job,
  },
};
