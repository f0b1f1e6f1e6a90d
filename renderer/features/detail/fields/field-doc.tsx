// One tooltip for all fields: the rows are triggers of a shared handle, so a thousand fields cost one popup.
import { Tooltip } from '@base-ui/react/tooltip';
import type { DecodedField } from '#shared/protocol/delivery.ts';
import styles from './field-doc.module.css';

export const createFieldDocHandle = () => Tooltip.createHandle<DecodedField>();
export type FieldDocHandle = ReturnType<typeof createFieldDocHandle>;

export function FieldDocTooltip({ handle }: { handle: FieldDocHandle }) {
  return (
    <Tooltip.Root handle={handle}>
      {({ payload }: { payload: DecodedField | undefined }) => (
        <Tooltip.Portal>
          <Tooltip.Positioner className={styles.positioner} side="left" align="start" sideOffset={6}>
            <Tooltip.Popup className={styles.popup}>{payload ? <FieldDoc field={payload} /> : null}</Tooltip.Popup>
          </Tooltip.Positioner>
        </Tooltip.Portal>
      )}
    </Tooltip.Root>
  );
}

export function FieldDoc({ field }: { field: DecodedField }) {
  const { spec } = field;
  return (
    <>
      <div className={styles.path}>{field.path}</div>
      {spec === null ? (
        <p className={styles.meaning}>
          The specification does not name this field. New properties may be added to existing events.
        </p>
      ) : (
        <p className={styles.meaning}>{spec.meaning}</p>
      )}
      <dl className={styles.facts}>
        {field.type === null ? null : <Fact name="Seen" value={field.type} />}
        {spec === null ? null : <Fact name="Specified" value={describeSpec(spec)} />}
        {spec !== null && spec.allowed.length > 0 ? <Fact name="Values" value={spec.allowed.join(', ')} /> : null}
        {spec === null ? null : <Fact name="Section" value={spec.section} />}
      </dl>
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

function describeSpec(spec: NonNullable<DecodedField['spec']>): string {
  return [
    spec.type,
    spec.unit === null ? '' : `in ${spec.unit}`,
    spec.nullable ? 'may be null' : '',
    spec.optional ? 'optional' : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}
