import type { TermEdit } from '#shared/filter/edit-filter.ts';
import type { DecodedField } from '#shared/protocol/delivery.ts';
import { useCommand } from '#renderer/state/use-inspector.ts';

export interface FieldCommandsProps {
  field: DecodedField;
  onFilter: (field: DecodedField, mode: TermEdit['mode']) => void;
}

/** F, X and A act on this field while it is mounted; elsewhere on the screen the same keys may mean a cell. */
export function FieldCommands({ field, onFilter }: FieldCommandsProps) {
  useCommand('field.include', () => onFilter(field, 'include'));
  useCommand('field.exclude', () => onFilter(field, 'exclude'));
  useCommand('field.or', () => onFilter(field, 'or'));
  return null;
}
