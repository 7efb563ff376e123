/** Changes the whole organization of a configuration. */
import type { Desired, DesiredResource } from '../../src/core/state.ts';

/** Changes titles and reverses orders, of all resources or, in a large organization, of at most this number. */
export function turned({ resources, orders, ...rest }: Desired, most: number): Desired {
  const renamed = (resource: DesiredResource): DesiredResource => {
    const { title } = resource.fields;
    return typeof title === 'string'
      ? { ...resource, fields: { ...resource.fields, title: `${title.slice(0, 40)} II` } }
      : resource;
  };
  return {
    ...rest,
    resources: resources.map((resource, at) =>
      at % Math.ceil(resources.length / most) === 0 ? renamed(resource) : resource,
    ),
    orders: Object.fromEntries(
      Object.entries(orders).map(([container, members], at) => [container, at < most ? members.toReversed() : members]),
    ),
  };
}
