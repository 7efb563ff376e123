/** A first configuration: it declares nothing, says what it could, and is valid once it knows its organization. */
import { scalarText } from '../scalar-text.ts';

const head = `# yaml-language-server: $schema=./node_modules/docform/schemas/docform.schema.json
#
# What is written down here, docform manages; what is not, it leaves alone.
#
#   docform validate   finds mistakes, and contacts nothing
#   docform import     writes down what is on the platform already
#   docform plan       shows what apply would change
#   docform apply      does it, after asking

version: 1
`;

const rest = `
policy:
  prune: owned # what docform made or adopted, and what then is no longer written down, is deleted; never: it is kept
  maxDeletes: 10 # a plan that deletes more is blocked
  # self: you@example.com # whose token applies this: a plan that would lock this person out is blocked

# A team, to try it with. Remove the # in front, and plan.
#
# teams:
#   docs:
#     title: Docs
#     members:
#       you@example.com: owner
`;

/** Without an organization, DOCFORM_ORG has to say which. */
export function firstConfiguration(organization: string | undefined): string {
  const line =
    organization === undefined ? '\n# organization: ID # or set DOCFORM_ORG' : `organization: ${scalarText(organization, false)}`;
  return `${head}${line}\n${rest}`;
}
