/** The rules that a change request must meet before it is merged. */
import { Type } from '@sinclair/typebox';
import { Condition } from '../endpoint.ts';
import { enumSchema } from '../role-schemas.ts';

const ruleOfPeople = ['require_specific_reviewers', 'require_one_of_specific_reviewers', 'allow_bypass'] as const;

const plainRules = [
  'require_at_least_one_review',
  'require_at_least_one_approved_review',
  'require_all_reviews_approved',
  'require_agent_review',
  'require_up_to_date_change_request',
  'require_change_request_subject',
  'require_change_request_description',
  'require_author_to_merge',
] as const;

const MergeRule = Type.Union([
  Type.Object({ rule: enumSchema(ruleOfPeople), users: Type.Array(Type.String()) }),
  Type.Object({ rule: enumSchema(plainRules) }),
  Type.Object({
    rule: Type.Literal('custom'),
    expression: Type.String({ maxLength: Condition.maxLength ?? 1024 }),
    message: Type.Optional(Type.String()),
  }),
]);

const Rules = Type.Object({ type: Type.Literal('rules'), rules: Type.Array(MergeRule) });
const NoRules = Type.Object({ type: Type.Literal('none') });

export const OrganizationMergeRules = Type.Union([Rules, NoRules]);

/** A space can use the rules of its organization. */
export const SpaceMergeRules = Type.Union([Type.Object({ type: Type.Literal('inherit') }), Rules, NoRules]);
