/** Checks expectations in the declarations alone. What declarations leave open is unknown, and not reported. */
import type { Expectation } from '../../core/expectation.ts';
import type { ExpectationFinding } from '../../core/expectation-finding.ts';
import {
  type Desired,
  type DesiredResource,
  type DesiredValue,
  isReference,
  type LiveObject,
  type Value,
} from '../../core/state.ts';
import type { Shapes } from '../../kinds/shape.ts';
import { sceneOf } from '../impact/simulation/scene.ts';
import { findingsIn } from './check.ts';
import { viewOf } from './view.ts';

export interface DeclaredFinding {
  readonly expectation: Expectation;
  readonly finding: ExpectationFinding;
}

export function declaredFindings(desired: Desired, shapes: Shapes): readonly DeclaredFinding[] {
  const { expect = [] } = desired;
  if (expect.length === 0) return [];
  const objects = desired.resources.filter(isCertain).map(declaredObject);
  const live = { objects, lists: [], orders: {} };
  const scene = sceneOf({ before: live, after: live, desired, ids: {}, shapes });
  const view = viewOf(scene, 'before');
  return expect.flatMap((expectation) =>
    findingsIn(view, [expectation]).flatMap((finding) =>
      finding.status === 'violated' ? [{ expectation, finding }] : [],
    ),
  );
}

/** A share link can be inactive on the platform unless it is declared as active. */
function isCertain({ kind, fields }: DesiredResource) {
  return kind !== 'share-link' || fields.active === true;
}

/** The address is the id. */
function declaredObject({ kind, address: id, parent: parentId, fields }: DesiredResource): LiveObject {
  const value = (each: DesiredValue): Value => (isReference(each) ? each.ref : each);
  return {
    kind,
    id,
    parentId,
    fields: Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, value(each)])),
  };
}
