import { AppError } from '#shared/errors/app-error.ts';
import type { FilterNode } from '#shared/filter/filter-node.ts';
import { parseFilter } from '#shared/filter/parse-filter.ts';
import type { ExperimentRequest } from '#shared/protocol/experiment.ts';

/** Keys of what is not known yet when an experiment decides which requests it fails. */
const laterKeys: ReadonlySet<string> = new Set(['status', 'took']);

/** Refuses what could never be carried out. Throws `FILTER_INVALID`. */
export function refuseRequest({ filter }: Pick<ExperimentRequest, 'filter'>): void {
  const { ast, errors } = parseFilter(filter);
  const [first] = errors;
  if (first !== undefined) throw new AppError('FILTER_INVALID', `Filter: ${first.message}`, { details: { errors } });
  const later = ast === null ? null : findLaterKey(ast);
  if (later !== null) {
    const message = `Filter: ${later} is not known when a request arrives, so no experiment can choose by it. Leave it out.`;
    throw new AppError('FILTER_INVALID', message);
  }
}

function findLaterKey(node: FilterNode): string | null {
  switch (node.type) {
    case 'and':
    case 'or':
      return node.nodes.map(findLaterKey).find((key) => key !== null) ?? null;
    case 'not':
      return findLaterKey(node.node);
    case 'term':
      return node.target.type === 'key' && laterKeys.has(node.target.name) ? node.target.name : null;
    case 'text':
      return null;
  }
}
